/** The table in shared memory, compared with a slow reference that checks every indicator. */
import { isIP, isIPv4 } from 'node:net'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { type Kind, ROLES, type Role } from './indicator.ts'
import { matchValue } from './indicator-matcher.ts'
import { IndicatorTable, type TableEntry } from './indicator-table.ts'
import { normaliseValue } from './normalise-value.ts'

const ROOM = { entries: 400, textBytes: 40_000, tenants: 8 }
const NOW_S = 1_800_000_000

const names = fc.constantFrom('evil.example', 'a.evil.example', 'b.a.evil.example', 'other.example', 'münchen.example')
const addresses = fc.constantFrom('10.0.0.1', '10.0.1.1', '10.128.0.1', '192.0.2.7', '2001:db8::1', '2001:db8:1::9')
const networks = fc.constantFrom(
  '10.0.0.0/8',
  '10.0.0.0/24',
  '10.0.1.1/32',
  '192.0.2.0/25',
  '2001:db8::/32',
  '2001:db8::/64',
)
const values = fc.oneof(
  names.map((value) => ({ kind: 'domain' as Kind, value })),
  addresses.map((value) => ({ kind: 'ip' as Kind, value })),
  networks.map((value) => ({ kind: 'cidr' as Kind, value })),
  fc.constantFrom('Mimikatz.EXE', 'ü.exe', 'c:\\a\\b.dll').map((value) => ({ kind: 'filename' as Kind, value })),
)

type TestIndicator = {
  tenant: string
  kind: Kind
  value: string
  role: Role
  expiresS: number
  isFalsePositive: boolean
}
type Change = TestIndicator & { isRemoval: boolean }

const changes: fc.Arbitrary<Change> = fc
  .record({
    tenant: fc.constantFrom('', 'acme', 'globex'),
    of: values,
    role: fc.constantFrom<Role>('indicator', 'indicator', 'indicator', 'indicator', ...ROLES),
    expiresS: fc.constantFrom(0, NOW_S - 1, NOW_S, NOW_S + 1),
    isFalsePositive: fc.boolean(),
    isRemoval: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  })
  .map(({ of, ...rest }) => ({ ...rest, kind: of.kind, value: normaliseValue(of.kind, of.value) as string }))

/** A simple reference implementation of the matcher. */
function reference(all: readonly TestIndicator[], tenant: string, kind: Kind, value: string): string[] {
  const of = (owner: string, role: Role, k: Kind, v: string) =>
    all.find((one) => one.tenant === owner && one.role === role && one.kind === k && one.value === v)
  const isBelow = (name: string, parent: string) => name === parent || name.endsWith(`.${parent}`)
  const isIn = (address: string, network: string) => {
    const [base = '', bits] = network.split('/')
    if (isIPv4(address) !== isIPv4(base)) return false
    return ipaddr.parse(address).match(ipaddr.parse(base) as never, Number(bits))
  }
  const covers = (one: TestIndicator) =>
    (one.kind === kind && one.value === value) ||
    (kind === 'domain' && one.kind === 'domain' && isBelow(value, one.value)) ||
    (kind === 'ip' && one.kind === 'cidr' && isIn(value, one.value))
  const isLive = ({ expiresS }: TestIndicator) => expiresS === 0 || NOW_S < expiresS
  const messages: string[] = []
  const seen = new Set<string>()
  for (const one of all.filter(
    (o) => o.role === 'indicator' && (o.tenant === tenant || o.tenant === '') && covers(o),
  )) {
    if (seen.has(one.kind + one.value)) continue
    seen.add(one.kind + one.value)
    const own = of(tenant, 'indicator', one.kind, one.value)
    const shared = of('', 'indicator', one.kind, one.value)
    if ((own ?? shared)?.isFalsePositive) continue
    const decides = own && isLive(own) ? own : shared
    if (!decides || !isLive(decides) || decides.isFalsePositive) continue
    const isOn = (role: 'warning' | 'flag') =>
      all.some(
        (w) =>
          (w.role === role || w.role === `${role}_host`) &&
          (w.tenant === tenant || w.tenant === '') &&
          ((w.kind === one.kind && w.value === one.value) ||
            (w.role === `${role}_host` &&
              one.kind === 'domain' &&
              w.kind === 'domain' &&
              isBelow(one.value, w.value)) ||
            (w.role === role && one.kind === 'ip' && w.kind === 'cidr' && isIn(one.value, w.value))),
      )
    if (!isOn('warning')) messages.push(`${decides.tenant}/${decides.kind}/${decides.value} ${isOn('flag')}`)
  }
  return messages.sort()
}

function put(table: IndicatorTable, { tenant, isRemoval, ...of }: Change): void {
  const number = table.makeTenant(tenant) as number
  if (isRemoval) return table.remove(number, of.role, of.kind, of.value)
  const source = table.makeSource('feed ü') as number
  const entry: TableEntry = { ...of, tenant: number, source, confidence: 80, severityId: 4, seenS: NOW_S }
  expect(table.add(entry)).toBe(true)
}

test('matches a value like a search of every indicator, in every tenant, before and after growing', () => {
  const question = fc.record({ tenant: fc.constantFrom('acme', 'globex', 'nobody'), of: values })
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 40 }), fc.array(question, { maxLength: 20 }), (input, questions) => {
      const table = IndicatorTable.make(ROOM, 7)
      const all = new Map<string, TestIndicator>()
      for (const change of input) {
        put(table, change)
        const key = [change.tenant, change.role, change.kind, change.value].join('\0')
        if (change.isRemoval) all.delete(key)
        else all.set(key, change)
      }
      const larger = IndicatorTable.make({ entries: 900, textBytes: 90_000, tenants: 16 }, 8)
      expect(table.copyInto(larger)).toBe(true)
      const names = ['', ...new Set(input.map(({ tenant }) => tenant))]
      for (const one of [new IndicatorTable(table.block), larger]) {
        for (const { tenant, of } of questions) {
          const value = normaliseValue(of.kind, of.value) as string
          const messages: string[] = []
          matchValue(one, one.tenantOf(tenant) ?? 0, of.kind, value, NOW_S, (entry, flag) => {
            const owner = names.find((name) => (name === '' ? 0 : one.tenantOf(name)) === entry.tenant)
            messages.push(`${owner}/${entry.kind}/${entry.value} ${flag !== null}`)
            expect(one.sourceName(entry.source)).toBe('feed ü')
          })
          expect(messages.sort()).toEqual(reference([...all.values()], tenant, of.kind, value))
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('a full table reports it, and keeps its entries', () => {
  const table = IndicatorTable.make({ entries: 4, textBytes: 4_000, tenants: 2 })
  const entry = (value: string): TableEntry => ({
    ...{ tenant: 0, kind: 'domain', role: 'indicator', value, confidence: 1, severityId: 1, source: 0 },
    ...{ seenS: 1, expiresS: 0, isFalsePositive: false },
  })
  const took = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example'].map((name) => table.add(entry(name)))
  expect(took).toEqual([true, true, true, true, false])
  expect(table.add(entry('a.example'))).toBe(true)
  expect(table.find(0, 'indicator', 'domain', 'd.example')).toBeGreaterThan(0)
  expect(table.find(0, 'indicator', 'domain', 'e.example')).toBe(-1)
})

test('normalises equal values to the same text', () => {
  const same = (kind: Kind, ...args: string[]) => {
    const all = new Set(args.map((value) => normaliseValue(kind, value)))
    expect([...all], args.join(' ')).toHaveLength(1)
    expect(all.has(null)).toBe(false)
  }
  same('ip', '192.0.2.1', '::ffff:192.0.2.1', '192[.]0[.]2[.]1', ' 192.0.2.1 ')
  same('ip', '2001:DB8::1', '2001:0db8:0:0:0:0:0:1')
  same('ip', '192.0.2.1', 'tcp://192.0.2.1:443', '192[.]0[.]2[.]1:443', '"192.0.2.1"')
  same('cidr', '10.1.2.3/8', '10.0.0.0/8', '::ffff:10.0.0.0/104')
  same('domain', 'Evil.Example', 'evil.example.', '*.evil.example', 'evil[.]example')
  same('domain', 'MÜNCHEN.example', 'xn--mnchen-3ya.example')
  same('url', 'hxxp://Evil.example:80/A#x', 'http://evil.example/A', 'evil.example/A')
  same('url', '//evil.example/a?b=c', 'evil.example/a?b=c', 'http:\\\\evil.example/a?b=c')
  same('url', 'evil.example?b=c', 'http://evil.example/?b=c')
  same('sha256', 'AB'.repeat(32), 'ab'.repeat(32), `sha256:${'ab'.repeat(32)}`)
  same('filename', 'C:\\Temp\\Evil.EXE', '/tmp/evil.exe', 'evil.exe')
  same('user_agent', 'Mozilla/5.0  (X)', 'mozilla/5.0 (x)')
  for (const [kind, value] of [
    ['ip', '010.0.0.1'],
    ['ip', '1.2.3'],
    ['cidr', '0.0.0.0/0'],
    ['cidr', '10.0.0.0/33'],
    ['domain', 'localhost'],
    ['domain', '10.0.0.1'],
    ['domain', 'a b.example'],
    ['md5', 'xyz'],
    ['email', 'nobody'],
    ['url', 'javascript:alert(1)'],
  ] as const)
    expect([kind, value, normaliseValue(kind, value)]).toEqual([kind, value, null])
})

test('any text is valid or not, and normalising a value again does not change it', () => {
  const kinds = fc.constantFrom<Kind>('ip', 'cidr', 'domain', 'url', 'email', 'filename', 'user_agent', 'ja4', 'sha1')
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.domain(),
    fc.ipV6(),
    fc.ipV4(),
    fc.emailAddress(),
  )
  fc.assert(
    fc.property(kinds, texts, (kind, text) => {
      const value = normaliseValue(kind, text)
      if (value === null) return
      expect(normaliseValue(kind, value)).toBe(value)
      if (kind === 'ip') expect(isIP(value)).not.toBe(0)
    }),
    { numRuns: 2000 },
  )
})
