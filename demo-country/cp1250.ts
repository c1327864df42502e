/** The Romanian letters of Windows-1250, which has no comma-below ones. What becomes of other letters is up to who writes. */
export const CP1250: Record<string, number> = {
  ă: 0xe3,
  â: 0xe2,
  î: 0xee,
  ş: 0xba,
  ţ: 0xfe,
  Ă: 0xc3,
  Â: 0xc2,
  Î: 0xce,
  Ş: 0xaa,
  Ţ: 0xde,
};
