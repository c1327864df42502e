/** Limits on signed containers: a hostile file may try to exhaust the verifier. */

/** Nested containers. */
export const LEVELS_MAX = 5;
/** Window of a file in memory. */
export const WINDOW_BYTES = 64 * 1024;
/** The certificates, the lists or the signatures of one container: lists of large authorities have some megabytes. */
export const PART_BYTES_MAX = 16 * 2 ** 20;
/** Elements of one container beside its content. A signature with all its certificates has some thousands. */
export const NODES_MAX = 50_000;
/** Content is split into chunks, of 1,000 bytes by common writers. Smaller chunks on average are refused. */
export const CHUNK_BYTES_MEAN_MIN = 32;
export const CHUNKS_ALWAYS = 10_000;
/** Nesting of elements. */
export const DEPTH_MAX = 40;
export const CERTIFICATES_MAX = 200;
export const SIGNERS_MAX = 50;
export const LISTS_MAX = 50;
/** Signers times lists and answers of one container: each signer is searched in all of them, and an answer takes up to 25 ms. */
export const LOOKED_UP_MAX = 250;
export const ATTRIBUTES_MAX = 100;
/** Certificates from the signer to the trusted authority, and certificate signatures that are verified to find them. */
export const PATH_MAX = 8;
export const PATH_TRIES_MAX = 100;
/** Signed revisions of a PDF: a contract with many signers has some dozens. Each covers all before it, and all are read. */
export const REVISIONS_MAX = 100;
export const PDF_COVERED_BYTES_MAX = 16 * 2 ** 30;
/** Objects of a PDF, tables that list them, and what is read of them to see what changed after a signature. */
export const PDF_OBJECTS_MAX = 250_000;
export const PDF_TABLES_MAX = 500;
export const PDF_OBJECTS_READ_MAX = 500_000;
export const PDF_BYTES_READ_MAX = 2 ** 30;
/** Values of a PDF that are compared over all of its revisions: a document of 500,000 values may be signed 40 times. */
export const PDF_VALUES_COMPARED_MAX = 20_000_000;
/** Of a signature in a PDF, in hexadecimal digits. */
export const PDF_SIGNATURE_DIGITS_MAX = 8 * 2 ** 20;
/** Of the container, and of every nested level. */
export const FILE_BYTES_MAX = 4 * 2 ** 30;
