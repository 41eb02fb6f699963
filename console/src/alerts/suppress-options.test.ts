import { expect, test } from 'vitest'
import { listOf, suppressOptions, VALUES_MAX } from './suppress-options.ts'

const alert = (rule_id: string | null, hosts: string[], users: string[] = [], ips: string[] = []) => ({
  ...{ rule_id, affected_hosts: hosts, affected_users: users, affected_ips: ips },
})
const shown = (chosen: ReturnType<typeof alert>[]) =>
  suppressOptions(chosen).options.map(
    ({ rule, field, values, covered, of }) => `${rule} ${field}=${values.join('|')} ${covered}/${of}`,
  )

test('proposes the field that covers most alerts with the fewest values, of the rule with most of them', () => {
  expect(
    shown([
      alert('r2', ['x']),
      alert('r1', ['a'], ['bo']),
      alert('r1', ['b'], ['bo']),
      alert('r1', ['c'], [], ['192.0.2.1']),
      alert(null, ['nobody']),
    ]),
  ).toEqual(['r1 host=a|b|c 3/3', 'r1 user=bo 2/3', 'r1 src_ip=192.0.2.1 1/3', 'r2 host=x 1/1'])
})

test('proposes nothing for alerts without a rule', () => {
  expect(suppressOptions([alert(null, ['a'])])).toEqual({ options: [], tooMany: [] })
})

test('a field with too many values for the preview is listed, but not proposed', () => {
  const hosts = Array.from({ length: VALUES_MAX + 1 }, (_, at) => `h${at}`)
  expect(suppressOptions([alert('r', hosts, ['bo'])])).toMatchObject({
    options: [{ field: 'user' }],
    tooMany: [{ rule: 'r', field: 'host', count: VALUES_MAX + 1 }],
  })
  expect(shown([alert('r', hosts.slice(1))])).toHaveLength(1)
})

test('a comma in a value does not split it', () => {
  expect(listOf(['a,b', 'c'])).toBe('a\\,b,c')
})
