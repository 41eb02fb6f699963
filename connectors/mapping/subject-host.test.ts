/** The console or the relay that sent a finding is not the machine that the finding is about. */
import { expect, test } from 'vitest'
import { normalisedEvents } from '../../pipeline/sample/sample-events.ts'
import { findingOf, subjectHost } from './finding.ts'

function hostOf(line: string): string | undefined {
  const [event] = normalisedEvents(Buffer.from(`${line}\n`), 'auto')
  if (event === undefined || 'reason' in event) return undefined
  const finding = findingOf(event.row, event.record)
  return finding === null ? undefined : subjectHost(event.record, event.row, finding.entities)
}

const CEF = 'CEF:0|V|P|1|1|Malware found|8|rt=1795774272000'

test.each([
  [
    'CEF of a relay names the machine at its other end',
    `<14>Nov 27 10:11:12 relay1 ${CEF} src=10.0.0.7 shost=pc7`,
    'pc7',
  ],
  ['CEF of a relay with an address alone', `<14>Nov 27 10:11:12 relay1 ${CEF} src=10.0.0.7 suser=kim`, ''],
  ['CEF that names nothing else', `<14>Nov 27 10:11:12 relay1 ${CEF} msg=x`, 'relay1'],
  ['CEF that names its machine', `<14>Nov 27 10:11:12 relay1 ${CEF} dvchost=pc8 src=10.0.0.7`, 'pc8'],
  [
    'a program that found something writes its own line',
    '<14>Nov 27 10:11:12 web1 clamd[12]: /home/kim/x: Win.Test.EICAR_HDB-1 FOUND',
    'web1',
  ],
])('%s', (_, line, host) => {
  expect(hostOf(line)).toBe(host)
})
