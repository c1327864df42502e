/** A move that cannot be: told as it is, and the installation was not touched. */
export class NotMoved extends Error {}
