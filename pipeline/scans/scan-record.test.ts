import { afterEach, beforeEach, expect, test } from 'vitest'
import { OVERLAY_KIND, RULE_KIND } from '../../detections/tenant/documents.ts'
import { YaraTexts, type YaraTextsHooks } from '../../detections/tenant/yara-texts.ts'
import { SetScanner } from '../../detections/yara/set-scanner.ts'
import type { Signal } from '../../schemas/signal.ts'
import { systemClock } from '../../stream/clock.ts'
import { CarefulScanner } from './careful-scanner.ts'
import { scanRecord } from './scan-record.ts'
import { normalized, type Pushed } from './testing.ts'

let engine: SetScanner
beforeEach(() => {
  engine = new SetScanner({ scanMs: 400 })
})
afterEach(() => engine.close())

const word = (name: string, text: string, more = '') => `rule ${name} { ${more} strings: $a = "${text}" condition: $a }`

function bookWith(texts: Readonly<Record<string, string>>, hooks: YaraTextsHooks = {}): YaraTexts {
  const book = new YaraTexts(hooks)
  for (const [file, text] of Object.entries(texts))
    book.change('acme', RULE_KIND, file, { language: 'yara', file, text })
  return book
}

async function signalsOf(book: YaraTexts, ...pushed: readonly Pushed[]): Promise<readonly Signal[]> {
  const { signals } = await scanRecord(normalized(...pushed), book, new CarefulScanner(book, engine, systemClock))
  return signals
}
const idsOf = (signals: readonly Signal[]) => signals.map(({ rule_id }) => rule_id)
const json = (tenant: string, ...events: readonly object[]): Pushed => ({
  tenant,
  body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
})

test('a match is a signal of the rule with its event and the entities of the event', async () => {
  const meta = 'meta: severity = "high" mitre_attack = "T1059.001 and T1105"'
  const book = bookWith({ 'a.yar': word('evil', 'evil.example', meta) })
  const event = { time: '2026-02-28T10:00:00Z', host: 'h1', user: 'ann', url: 'http://evil.example/x' }
  const [signal, ...rest] = await signalsOf(book, json('acme', { ...event, url: 'http://good.example' }, event))
  expect(rest).toEqual([])
  expect(signal).toMatchObject({
    ...{ tenant_id: 'acme', rule_id: 'a.yar#evil', rule_title: 'evil', language: 'yara', severity_id: 4 },
    ...{ techniques: ['T1059.001', 'T1105'], source: 'edr', matched: [{ field: 'raw $a', value: 'evil.example' }] },
  })
  expect(signal?.event_uids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/)
  const again = await signalsOf(book, json('acme', event))
  expect(again.map(({ signal_id }) => signal_id)).toEqual([signal?.signal_id])
})

test('a tenant’s rules see only its own events', async () => {
  const book = bookWith({ 'a.yar': word('evil', 'evil') })
  const found = await signalsOf(book, json('globex', { text: 'evil' }), json('acme', { text: 'evil' }))
  expect(found.map(({ tenant_id }) => tenant_id)).toEqual(['acme'])
})

test('scans decoded JSON strings too, and a rule that matches both forms makes one signal', async () => {
  const book = bookWith({ 'a.yar': word('path', 'C:\\\\Windows\\\\evil.exe'), 'b.yar': word('name', 'evil.exe') })
  const found = await signalsOf(book, json('acme', { image: 'C:\\Windows\\evil.exe' }))
  expect(idsOf(found).sort()).toEqual(['a.yar#path', 'b.yar#name'])
  expect(found.find(({ rule_id }) => rule_id === 'a.yar#path')?.matched[0]?.field).toBe('image $a')
})

const MAIL = (attachment: string) =>
  [
    ...['From: a@example.org', 'To: b@example.org', 'Subject: hello', 'Date: Sat, 28 Feb 2026 10:00:00 +0000'],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="x"', '', '--x', 'Content-Type: text/plain', ''],
    ...['see attached', '--x', 'Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64'],
    ...['Content-Disposition: attachment; filename="a.bin"', '', attachment, '--x--', ''],
  ].join('\r\n')

test('scans the decoded attachments of a mail', async () => {
  const book = bookWith({ 'a.yar': 'rule mz { strings: $a = { 4D 5A 00 FF } condition: $a at 0 }' })
  const bytes = Buffer.from([0x4d, 0x5a, 0x00, 0xff, 1, 2, 3]).toString('base64')
  const [signal, ...rest] = await signalsOf(book, { tenant: 'acme', format: 'mail', body: MAIL(bytes) })
  expect([signal?.rule_id, rest]).toEqual(['a.yar#mz', []])
  expect(signal?.matched[0]?.field).toBe('parts.1 a.bin $a')
})

test('scans attachments of a mail that a relay sent as JSON', async () => {
  const book = bookWith({ 'a.yar': 'rule mz { strings: $a = { 4D 5A 00 FF } condition: $a at 0 }' })
  const content = Buffer.from([0x4d, 0x5a, 0x00, 0xff]).toString('base64')
  const mail = { from: 'a@example.org', to: 'b@example.org', subject: 's', text: 't', headers: { date: 'x' } }
  const found = await signalsOf(book, json('acme', { ...mail, attachments: [{ filename: 'a.bin', content }] }))
  expect(found[0]?.matched[0]?.field).toBe('attachments.0 $a')
})

test('overlays apply to YARA rules', async () => {
  const suppressed: string[] = []
  const book = bookWith({ 'a.yar': word('evil', 'evil') }, { suppressed: (reason) => suppressed.push(reason) })
  const overlay = { disabled: false, min_severity: null, suppress_when: {}, allowlists: { image: ['known.exe'] } }
  book.change('acme', OVERLAY_KIND, 'a.yar#evil', overlay)
  const found = await signalsOf(book, json('acme', { image: 'known.exe', t: 'evil' }, { image: 'x.exe', t: 'evil' }))
  expect([found.length, suppressed]).toEqual([1, ['allowlist']])
  book.change('acme', OVERLAY_KIND, '*', { ...overlay, min_severity: 'high' })
  expect(await signalsOf(book, json('acme', { image: 'x.exe', t: 'evil' }))).toEqual([])
})

const LOOP = 'for all i in (0..900) : (for all j in (0..900) : (i + j >= 0))'
/** Seconds of work, for events that hold `slow` only. */
const SLOW = `rule slow { strings: $a = "slow" condition: $a and ${Array(300).fill(LOOP).join(' and ')} }`

test('disables a slow rule for its tenant and reports it; the other rules still match', async () => {
  const stopped: string[] = []
  const book = bookWith(
    { 'a.yar': word('evil', 'evil'), 'slow.yar': SLOW },
    { stopped: (tenant, file) => stopped.push(`${tenant} ${file}`) },
  )
  book.change('globex', RULE_KIND, '1', { language: 'yara', file: 'a.yar', text: word('evil', 'evil') })
  const events = [{ t: 'evil 1' }, { t: 'slow and evil' }, { t: 'evil 3' }]
  const found = await signalsOf(book, json('acme', ...events), json('globex', { t: 'evil' }))
  expect(stopped).toEqual(['acme slow.yar'])
  const ofAcme = found.filter(({ tenant_id }) => tenant_id === 'acme')
  expect(idsOf(ofAcme).toSorted()).toEqual([...Array(3).fill('a.yar#evil'), 'svc-rule-stopped:slow.yar'])
  const stopSignal = ofAcme.find(({ rule_id }) => rule_id.startsWith('svc-rule-stopped'))
  const slow = ofAcme.filter(({ event_uids }) => event_uids[0] === stopSignal?.event_uids[0])
  expect(slow, 'it names the event that it was stopped at').toHaveLength(2)
  expect(found.filter(({ tenant_id }) => tenant_id === 'globex')).toHaveLength(1)

  const files = () => book.sourcesOf('acme').map(({ file }) => file)
  expect(files()).toEqual(['a.yar'])
  book.change('acme', RULE_KIND, 'slow.yar', { language: 'yara', file: 'slow.yar', text: SLOW })
  expect(files(), 'switched on again').toEqual(['a.yar', 'slow.yar'])
  book.change('acme', RULE_KIND, 'slow.yar', { language: 'yara', file: 'slow.yar', text: word('quick', 'slow') })
  expect(idsOf(await signalsOf(book, json('acme', { t: 'slow' })))).toEqual(['slow.yar#quick'])
})

test('an engine that is killed during a scan changes no result', async () => {
  const book = bookWith({ 'a.yar': word('evil', 'evil') })
  const events = Array.from({ length: 600 }, (_, n) => ({ t: `evil ${n}` }))
  await signalsOf(book, json('acme', { t: 'evil' }))
  const scanning = signalsOf(book, json('acme', ...events))
  process.kill(Number(engine.pid), 'SIGKILL')
  expect(new Set((await scanning).map(({ signal_id }) => signal_id)).size).toBe(600)
})
