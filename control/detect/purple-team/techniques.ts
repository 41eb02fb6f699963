/**
 * True when a rule that names `named` is about the technique of a test: the same technique or a sub-technique of it.
 * Naming only the parent technique is not enough: a failed logon is T1110, but not yet password spraying.
 */
export function isAbout(named: string, technique: string): boolean {
  return named === technique || named.startsWith(`${technique}.`)
}
