/** Folder of a data folder that records its parts, so that a missing part is noticed. */
export const KNOWN_DIR = 'known'
