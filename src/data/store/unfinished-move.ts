/** The database is filled by `move`, which is not through. */
export class HalfMoved extends Error {
  constructor() {
    super(
      'An installation is being moved into this database and is not all there yet: wait until npx firmoteca move is through, or run it again if it was broken off.',
    );
  }
}
