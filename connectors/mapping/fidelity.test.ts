import { expect, test } from 'vitest'
import { cloudTrail } from '../vendors/aws/cloudtrail.ts'
import { windows } from '../vendors/windows/mapping.ts'
import { Fidelity } from './fidelity.ts'

const RECORD = {
  Channel: 'Microsoft-Windows-Sysmon/Operational',
  EventID: 1,
  Image: 'a.exe',
  Message: 'Process Create',
  Unheard: { of: 'x' },
  Empty: '-',
}

test('fields are mapped, derived or unmapped, by path and by bytes of name and value', () => {
  const fidelity = new Fidelity()
  fidelity.add(windows, RECORD)
  const { records, unclassified, paths, bytes, unmapped } = fidelity.report()
  expect([records, unclassified]).toEqual([1, 0])
  expect(paths).toEqual({ mapped: 3, derived: 1, unmapped: 1 })
  expect(bytes.derived).toBe('"Message":"Process Create"'.length + 1)
  expect(unmapped).toEqual([{ path: 'Unheard.of', bytes: '"of":"x"'.length + 1 }])
})

test('a path that any profile reads counts as mapped, even if others do not read it', () => {
  const fidelity = new Fidelity()
  fidelity.add(windows, { ...RECORD, EventID: 255 })
  expect(fidelity.report().unmapped.map(({ path }) => path)).toContain('Image')
  fidelity.add(windows, RECORD)
  expect(fidelity.report().unmapped.map(({ path }) => path)).not.toContain('Image')
})

test('records of a log without a chapter are counted', () => {
  const fidelity = new Fidelity()
  fidelity.add(windows, { Channel: 'Contoso', EventID: 1 })
  expect(fidelity.report().unclassified).toBe(1)
})

test('invented paths of a sender are bounded', () => {
  const fidelity = new Fidelity()
  const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`made_up_${i}`, 1]))
  fidelity.add(windows, { ...RECORD, ...wide })
  const { paths, unmapped } = fidelity.report()
  expect(paths.unmapped).toBeLessThanOrEqual(20_001)
  expect(unmapped[0]?.path).toBe('(more)')
})

test('the items of a list that are read one by one count separately', () => {
  const fidelity = new Fidelity()
  const resources = [{ ARN: 'a' }, { ARN: 'b' }, { ARN: 'c' }, { ARN: 'd' }]
  fidelity.add(cloudTrail, { eventName: 'GetObject', eventSource: 's3.amazonaws.com', resources, list: [{ ARN: 'e' }] })
  const { unmapped } = fidelity.report()
  expect(unmapped.map(({ path }) => path)).toEqual(['list', 'resources.3.ARN'])
})
