import { expect, test } from 'vitest'
import { arrangedBody, cutText, openBody } from '../../formats/body.ts'
import type { Fields } from '../../formats/decoder.ts'
import { aptHistory, aptTerm, dpkg } from '../../formats/server-logs.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { packages } from './mapping.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 10, 24, 12) }
const TIME = Date.UTC(2026, 10, 24, 10, 0, 1)
const line = (text: string) => dpkg.decode(text, CONTEXT) as Fields
const RUN = `Start-Date: 2026-11-24  10:00:01
Commandline: apt-get install vim
Requested-By: eve (1000)
Install: vim:amd64 (2:8.0-1), xxd:amd64 (2:8.0-1, automatic)
End-Date: 2026-11-24  10:00:05`
const FAILED = `Start-Date: 2026-11-24  10:01:01
Commandline: apt remove vim
Remove: vim:amd64 (2:8.0-1)
Error: Sub-process /usr/bin/dpkg returned an error code (1)
End-Date: 2026-11-24  10:01:05`
const TERM = `Log started: 2026-11-24  10:00:01
Setting up vim (2:8.0-1) ...
Setting up xxd:amd64 (2:8.0-1) ...
Log ended: 2026-11-24  10:00:05`

sourceTests(packages, [
  {
    name: 'dpkg upgrades',
    record: line('2026-11-24 10:00:01 upgrade vim:amd64 2:8.0-1 2:8.0-2'),
    becomes: { class_uid: 6002, activity_name: 'Update', time: TIME, app: { name: 'vim', version: '2:8.0-2' } },
  },
  {
    name: 'dpkg installs',
    record: line('2026-11-24 10:00:01 install vim:amd64 <none> 2:8.0-2'),
    becomes: { activity_name: 'Install', app: { name: 'vim', version: '2:8.0-2' } },
  },
  {
    name: 'dpkg removes',
    record: line('2026-11-24 10:00:01 remove vim:amd64 2:8.0-2 <none>'),
    becomes: { activity_name: 'Remove', app: { name: 'vim', version: '2:8.0-2' } },
  },
  {
    name: 'a state of dpkg',
    record: line('2026-11-24 10:00:01 status half-installed vim:amd64 2:8.0-2'),
    becomes: { activity_id: 99, app: { name: 'vim' }, message: 'status half-installed vim 2:8.0-2' },
  },
  {
    name: 'a run of apt',
    record: aptHistory.decode(RUN, CONTEXT) as Fields,
    becomes: {
      activity_name: 'Install',
      time: TIME,
      end_time: TIME + 4000,
      app: { name: 'vim, xxd' },
      actor: { user: { name: 'eve', uid: '1000' } },
      message: 'apt-get install vim',
    },
  },
  {
    name: 'a run of apt that failed',
    record: aptHistory.decode(FAILED, CONTEXT) as Fields,
    becomes: { activity_name: 'Remove', status: 'Failure', app: { name: 'vim' } },
  },
  {
    name: 'what apt wrote to its terminal',
    record: aptTerm.decode(TERM, CONTEXT) as Fields,
    becomes: { activity_name: 'Update', time: TIME, end_time: TIME + 4000, app: { name: 'vim, xxd' } },
  },
])

test.each([
  ['apt-history', `\n${RUN}\n\n${FAILED}\n`, 2],
  ['apt-history', `Upgrade: xz:amd64 (5.1, 5.2)\nEnd-Date: 2026-11-24  09:00:05\n\n${RUN}\n`, 2],
  ['apt-term', `${TERM}\n\n${TERM}\n`, 2],
])('%s is cut into its runs, at the door and here, also when nobody names it', (format, text, runs) => {
  for (const named of text.startsWith('Upgrade') ? [format] : [format, 'text']) {
    const body = arrangedBody(Buffer.from(text), named)
    const { decode, format: found } = openBody(body, 'lines', named, CONTEXT)
    const records: unknown[] = []
    cutText(body, named, (start, end) => records.push(decode(start, end)) > 0)
    expect(found).toBe(format)
    expect(records).toHaveLength(runs)
    for (const record of records) expect(record).toBeTypeOf('object')
  }
})
