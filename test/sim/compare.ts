type Fail = (text: string) => void

/** Compares two lists without regard to order, but with the number of each element. */
export function compare(what: string, is: readonly string[], shouldBe: readonly string[], fail: Fail): void {
  const left = new Map<string, number>()
  for (const each of shouldBe) left.set(each, (left.get(each) ?? 0) + 1)
  for (const each of is) left.set(each, (left.get(each) ?? 0) - 1)
  const missing = [...left].filter(([, count]) => count > 0)
  const extra = [...left].filter(([, count]) => count < 0)
  if (missing.length > 0) fail(`${what}: ${missing.length} missing, such as ${missing[0]?.[0]}`)
  if (extra.length > 0) fail(`${what}: ${extra.length} too many, such as ${extra[0]?.[0]}`)
}
