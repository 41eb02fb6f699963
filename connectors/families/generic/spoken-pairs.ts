/** Pairs that a program writes with colons or with blanks around the sign: `user: kim, src ip: 10.1.1.9`, `user:kim|source:/10.1.1.9`, `remoteIp = 10.1.1.9, user = "kim"`, with braces around the values, or as XML. */

import type { Members } from '../../../platform/members.ts'

const TEXT_MAX = 4096
const XML_MAX = 16_384
const PAIRS_MIN = 3
const PAIRS_MAX = 64
const PAIR = /^([A-Za-z][\w.-]{0,31}(?: [\w.-]{1,31}){0,3})(?:\s?:\s?|\s=\s)(.{0,512})$/

/** `Operation={Login} Userid={kim}`, as Commvault writes. */
const BRACED = /([A-Za-z][\w.-]{0,31}) ?= ?\{([^{}]{0,512})\}/g

/** `[srcIpAddr]=198.51.100.9,[user]=kim`, as FortiSIEM writes. */
const BRACKETED = /\[([A-Za-z][\w.-]{0,63})\]=([^,[\]]{0,512})/g

function marked(pattern: RegExp, words: string): Members | null {
  const pairs: Members = {}
  let count = 0
  for (const [, name = '', value = ''] of words.matchAll(pattern)) {
    if (++count > PAIRS_MAX) break
    if (value !== '' && name !== '__proto__') pairs[name] ??= value
  }
  return count >= PAIRS_MIN ? pairs : null
}

const LEAF = /<([A-Za-z][\w.:-]{0,63})(?:\s[^<>]{0,256})?>([^<>]{1,512})<\/\1>/g
const ATTRIBUTE = /\s([A-Za-z][\w.-]{0,63})=(?:"([^"<]{1,512})"|'([^'<]{1,512})')/g
const ENTITY: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Elements without others inside, and attributes: `<AUDIT_RECORD><USER>kim</USER>...`, `<entry user="kim" ip="..."/>`. */
export function pairsOfXml(words: string): Members | null {
  const pairs: Members = {}
  let count = 0
  const add = (name: string, value: string) => {
    if (value.trim() === '' || name === '__proto__' || name.startsWith('xmlns') || ++count > PAIRS_MAX) return
    pairs[name.replace(/^\w{1,16}:/, '')] ??= value.replace(
      /&(lt|gt|amp|quot|apos);/g,
      (_, of: string) => ENTITY[of] ?? '',
    )
  }
  for (const [, name = '', value = ''] of words.matchAll(LEAF)) add(name, value)
  for (const [, name = '', double, single] of words.matchAll(ATTRIBUTE)) add(name, double ?? single ?? '')
  return count >= PAIRS_MIN ? pairs : null
}

const XML = /^\s{0,8}<(?:\?xml\s|!--|[A-Za-z][\w.:-]{0,63}[\s>/])/

/** Null for words with fewer than three pairs, or with more other words than pairs. */
export function pairsIn(words: string): Members | null {
  if (XML.test(words)) return pairsOfXml(words.slice(0, XML_MAX))
  if (words.includes('={') || words.includes('= {')) return marked(BRACED, words.slice(0, TEXT_MAX))
  if (words.includes(']=')) return marked(BRACKETED, words.slice(0, TEXT_MAX))
  if (words.length > TEXT_MAX || (!words.includes(':') && !words.includes(' = '))) return null
  const separator = words.includes(', ') ? ', ' : words.includes('|') ? '|' : words.includes('; ') ? '; ' : ''
  if (separator === '') return null
  const parts = words.split(separator)
  if (parts.length < PAIRS_MIN || parts.length > PAIRS_MAX) return null
  const pairs: Members = {}
  let count = 0
  for (const [at, part] of parts.entries()) {
    // The first pair may follow other words: `NAC Policy Log: Source: 10.1.1.9`, `Auth.java:51 - user:kim`.
    const found = PAIR.exec(
      at === 0 ? (/(?:: | - |[\])] )([^:=]{1,64}(?::| = )[^:]{0,256})$/.exec(part)?.[1] ?? part.trim()) : part.trim(),
    )
    const [, name = '', value = ''] = found ?? []
    if (value === '' || name === '__proto__') continue
    count++
    pairs[name] ??= /^".*"$/.test(value) ? value.slice(1, -1) : value
  }
  return count >= PAIRS_MIN && count * 2 > parts.length ? pairs : null
}
