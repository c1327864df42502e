/** One build at a time in a data folder, by a lock on a file there. */
import { DatabaseSync } from 'node:sqlite';
import { AnotherBuild } from '#data/store/dataset.ts';

/** An exclusive transaction on an empty file: the operating system releases it when the process dies. */
export function lockFolder(path: string): () => void {
  const connection = new DatabaseSync(path);
  try {
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new AnotherBuild(
      'Another build is running on this data folder, which can hold only one at a time: wait until it has ended, or stop it.',
    );
  }
  return () => {
    if (connection.isOpen) connection.close();
  };
}

const SQLITE_BUSY = 5;
