/** Something about the machine keeps a service from starting: the sentence says what to do, and no stack follows it. */
export class CannotStart extends Error {}
