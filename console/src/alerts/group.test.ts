import { expect, test } from 'vitest'
import { grouped } from './group.ts'
import type { Alert } from './queries.ts'

const alert = (id: string, host?: string, user?: string) =>
  ({ id, affected_hosts: host ? [host] : [], affected_users: user ? [user] : [], affected_ips: [] }) as unknown as Alert
const shape = (groups: ReturnType<typeof grouped>) =>
  groups.map(({ name, alerts }) => [name, alerts.map(({ id }) => id)])

test('groups keep the order of their first alerts, and alerts keep theirs', () => {
  const alerts = [alert('1', 'b'), alert('2', 'a'), alert('3', 'b'), alert('4', undefined, 'kim'), alert('5')]
  expect(shape(grouped(alerts, 'entity'))).toEqual([
    ['b', ['1', '3']],
    ['a', ['2']],
    ['kim', ['4']],
    ['none', ['5']],
  ])
  expect(shape(grouped(alerts, undefined))).toEqual([['', ['1', '2', '3', '4', '5']]])
})
