/** Every file of real logs decodes; exceptions are listed here with the reason. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { corporaDir } from '../../test/corpora/config.ts'
import { cutText, openBody } from './body.ts'
import { syslog } from './syslog.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 10, 21) }
const FOLDERS =
  'windows-xml zeek syslog cef-leef linux web vpcflow firewall aws azure gcp okta github gsuite k8s onepassword saas dns windows-evtx windows-sample'.split(
    ' ',
  )

/** Number of lines kept whole, by file: they show no format, or are broken on purpose. */
const WHOLE: Readonly<Record<string, { lines: number; why: string }>> = {
  plaso_bash_history: { lines: 11, why: 'commands as they were typed' },
  'plaso_zsh_extended_history.txt': { lines: 5, why: 'commands as they were typed' },
  'plaso_popcontest1.log': { lines: 15, why: 'a report, not a log' },
  'plaso_santa.log': { lines: 3, why: 'a note that lines were dropped' },
  'plaso_selinux.log': { lines: 4, why: 'lines without a time, on purpose' },
  'libaudit_auparse_audit-rhel7.log': { lines: 1, why: 'a line that is only a type' },
  plaso_syslog_syslog_rsyslog_ForwardFormat: { lines: 1, why: 'messages without line ends between them' },
  plaso_syslog_syslog_rsyslog_TraditionalForwardFormat: { lines: 1, why: 'messages without line ends between them' },
}

type Count = { events: number; faults: Record<string, number>; whole: number; format: string }

function count(body: Buffer): Count {
  const named = /^\s*\{/.test(body.toString('latin1', 0, 64)) ? 'auto' : 'text'
  const { decode, format } = openBody(body, 'lines', named, CONTEXT)
  const counted: Count = { events: 0, faults: {}, whole: 0, format }
  cutText(body, named, (start, end) => {
    counted.events++
    const decoded = decode(start, end)
    if (typeof decoded === 'string') counted.faults[decoded] = (counted.faults[decoded] ?? 0) + 1
    else if ('log' in decoded && Object.keys(decoded).length === 1) counted.whole++
    return undefined
  })
  return counted
}

const dir = corporaDir()

test.skipIf(dir === null)('real logs decode (SVC_CORPORA_DIR)', () => {
  for (const folder of FOLDERS) {
    for (const file of fs.readdirSync(path.join(dir ?? '', folder)).filter(isLog)) {
      const counted = count(fs.readFileSync(path.join(dir ?? '', folder, file)))
      expect({ file, faults: counted.faults, whole: counted.whole }).toEqual({
        file,
        faults: {},
        whole: WHOLE[file]?.lines ?? 0,
      })
    }
  }
})

/** False for expectations, tables and lists. */
function isLog(file: string): boolean {
  return !/^index\.tsv$|\.labels\.tsv$|\.golden$|\.yaml$|^README|^traildiscover_events\.json$/.test(file)
}

test.skipIf(dir === null)('every vendor’s syslog message has the values of its format (SVC_CORPORA_DIR)', () => {
  const rows = fs
    .readFileSync(path.join(dir ?? '', 'syslog/sc4s_messages.ndjson'), 'utf8')
    .trim()
    .split('\n')
  const missing: string[] = []
  for (const row of rows) {
    const { format, vendor, message } = JSON.parse(row) as { format: string; vendor: string; message: string }
    const record = syslog.decode(message, CONTEXT)
    const has = typeof record !== 'string' && (format === 'cef' || format === 'leef' ? record[format] : record.syslog)
    if (!has) missing.push(`${vendor}: ${format}`)
  }
  expect(missing).toEqual([])
})
