/** Of a data folder: what is remembered of its parts, to miss one that is gone. */
export const KNOWN_DIR = 'known'
