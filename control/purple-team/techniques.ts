/**
 * Whether a rule that names `named` is about the technique of a test: the same one, or a part of it. One that names what it
 * is a part of says too little: a failed logon is T1110, and no password spraying yet.
 */
export function isAbout(named: string, technique: string): boolean {
  return named === technique || named.startsWith(`${technique}.`)
}
