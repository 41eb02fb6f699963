/**
 * True when a rule that names `named` is about the technique of a test: the same one, or a part of it. A rule that
 * names only the parent technique says too little: a failed logon is T1110, and no password spraying yet.
 */
export function isAbout(named: string, technique: string): boolean {
  return named === technique || named.startsWith(`${technique}.`)
}
