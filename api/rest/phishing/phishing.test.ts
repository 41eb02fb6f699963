import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let token: string
let stranger: string
let viewer: string

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  const acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await makeUser(api, acme, 'vera')
  viewer = await tokenOf(api, acme, 'vera')
  for (const [ioc_type, value] of [
    ['domain', 'bad.example'],
    ['sha256', 'a'.repeat(64)],
  ])
    await api.ask('POST', 'intel/iocs', { token, body: { ioc_type, value, confidence: 95 } })
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const post = (body: object, as = token) => api.ask('POST', 'phishing/submit', { token: as, body })
async function judged(body: object) {
  const answer = await post(body)
  expect([answer.status, answer.text.slice(0, 400)]).toEqual([201, answer.text.slice(0, 400)])
  return answer.body
}
const names = ({ signals }: { signals: { name: string }[] }) => signals.map(({ name }) => name)
const mail = (headers: readonly string[], html: string, more = '') =>
  [
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    more,
    '--b--',
    '',
  ].join('\r\n')
const attached = (name: string, content: string) =>
  [
    '--b',
    `Content-Type: application/octet-stream; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
  ]
    .concat(['Content-Transfer-Encoding: base64', '', Buffer.from(content).toString('base64')])
    .join('\r\n')

const PHISH = mail(
  [
    'Authentication-Results: mx.acme.example; spf=fail smtp.mailfrom=x; dkim=none; dmarc=fail header.from=bank.example',
    'Authentication-Results: forged.example; spf=pass; dkim=pass; dmarc=pass',
    'From: "help@bank.example" <x@evil.example>',
    'Reply-To: y@elsewhere.example',
    'Subject: =?utf-8?q?Your_account_is_locked?=',
  ],
  '<p>Go to <a href="http://login@192.0.2.7:8080/x">https://bank.example/login</a></p>',
  attached('invoice.pdf.exe', 'MZ'),
)

describe('a mail', () => {
  test('that is phishing is recognised by its signs, and raises an alert', async () => {
    const found = await judged({ artifact_kind: 'email', raw_content: PHISH })
    expect(found).toMatchObject({
      ...{ verdict: 'malicious', score: 100, subject: 'Your account is locked', sender: 'x@evil.example' },
      authentication: { spf: 'fail', dkim: 'none', dmarc: 'fail' },
      attachments: [{ name: 'invoice.pdf.exe', bytes: 2 }],
    })
    expect(names(found).sort()).toEqual([
      ...['attachment_that_runs', 'attachment_with_two_ends', 'dmarc_fail', 'link_shows_another_host'],
      ...['link_to_an_address', 'link_with_port', 'link_with_user', 'name_is_another_address', 'reply_elsewhere'],
      'spf_fail',
    ])
    const alert = await api.ask('GET', `alerts/${found.alert_id}`, { token })
    expect(alert.body).toMatchObject({ severity: 'high', category: 'phishing', mitre_techniques: ['T1566'] })
    expect(alert.body.title).toBe('Phishing was reported: Your account is locked')
  })

  test('that is a newsletter has no signs, and raises no alert', async () => {
    const raw = mail(
      [
        'Authentication-Results: mx.acme.example; spf=pass; dkim=pass; dmarc=pass',
        'From: News <news@shop.example>',
        'Reply-To: service@mail.shop.example',
        'Subject: News',
      ],
      '<a href="https://www.shop.example/a">shop.example</a> <a href="https://shop.example/b">Read on</a>',
      attached('catalogue.pdf', 'x'),
    )
    const found = await judged({ artifact_kind: 'email', raw_content: raw })
    expect(found).toMatchObject({ verdict: 'no_signs', score: 0, signals: [], alert_id: null })
    expect(found.not_checked.join()).toContain('no link was followed')
  })

  test('with an indicator as a link, host or attachment is malicious', async () => {
    const raw = mail(['From: a@b.example', 'Subject: x'], '<a href="https://www.bad.example/x">here</a>')
    const found = await judged({ artifact_kind: 'email', raw_content: raw })
    expect(found.signals[0]).toMatchObject({ name: 'indicator', weight: 80 })
    expect(found.verdict).toBe('malicious')
  })

  test('with a thousand links is limited and says so, and a hundred links of one kind count as one sign', async () => {
    const links = Array.from({ length: 1000 }, (_, i) => `<a href="http://192.0.2.${i % 250}/${i}">x</a>`).join('')
    const found = await judged({ artifact_kind: 'email', raw_content: mail(['From: a@b.example'], links) })
    expect([found.links.length, names(found), found.score]).toEqual([200, ['link_to_an_address'], 25])
    expect(found.not_checked.join()).toContain('more links')
  })

  test('with any content is analysed or refused, without an internal error', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ minLength: 1 }),
          fc.string({ minLength: 1 }).map((text) => PHISH.slice(0, 300) + text),
        ),
        async (raw) => {
          if (/\0/.test(raw)) return
          const { status } = await post({ artifact_kind: 'email', raw_content: raw })
          expect([201, 422]).toContain(status)
        },
      ),
      { numRuns: 40, seed: 20260131 },
    ))
})

test('addresses, domains and hashes are looked up among known indicators', async () => {
  expect(await judged({ artifact_kind: 'url', urls: ['https://login.bad.example/a'] })).toMatchObject({
    verdict: 'malicious',
  })
  expect(await judged({ artifact_kind: 'domain', raw_content: 'bad.example' })).toMatchObject({ verdict: 'malicious' })
  expect(await judged({ artifact_kind: 'attachment', attachment_hashes: ['A'.repeat(64)] })).toMatchObject({
    verdict: 'malicious',
  })
  expect(await judged({ artifact_kind: 'url', urls: ['https://xn--bnk-5na.example/'] })).toMatchObject({
    verdict: 'no_signs',
    score: 20,
  })
  expect((await post({ artifact_kind: 'url' })).status).toBe(422)
  expect((await post({ artifact_kind: 'email' })).status).toBe(422)
  expect((await post({ artifact_kind: 'attachment', attachment_hashes: ['x'] })).status).toBe(422)
})

test('a submission is visible to its own tenant only', async () => {
  const { id } = await judged({ artifact_kind: 'url', urls: ['https://a.example/'] })
  expect((await api.ask('GET', `phishing/submissions/${id}`, { token })).status).toBe(200)
  expect((await api.ask('GET', `phishing/submissions/${id}`, { token: stranger })).status).toBe(404)
  expect((await api.ask('GET', 'phishing/submissions', { token: stranger })).body.items).toEqual([])
  expect((await post({ artifact_kind: 'url', urls: ['https://a.example/'] }, viewer)).status).toBe(403)
})

describe('a mail that was made to take for ever', () => {
  const big = (piece: string) => piece.repeat(Math.floor((1_900 * 1024) / piece.length))
  const plainHtml = (html: string) => ['From: a@bad.example', 'Content-Type: text/html', '', html].join('\r\n')
  const parts = (piece: string) =>
    ['From: a@bad.example', 'Content-Type: multipart/mixed; boundary=b', '', piece, '--b--'].join('\r\n')
  const nested = (depth: number) =>
    Array.from(
      { length: depth },
      (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
    ).join('')

  test.each([
    ['elements in each other', plainHtml(big('<div>'))],
    ['tables in each other', plainHtml(big('<table><tr><td>'))],
    ['end tags of nothing', plainHtml(big('</p></b>'))],
    ['attributes of one element', plainHtml(`<a ${big('a=1 ')}`)],
    ['links that are not closed', plainHtml(big('<a href=http://x.example/>'))],
    ['comments that are not closed', plainHtml(big('<!--'))],
    ['entities', plainHtml(big('&amp;&#x41;&nosuch;'))],
    ['addresses in the text', ['From: a@bad.example', '', big('http://x.example/ ')].join('\r\n')],
    ['empty parts', parts(big('--b\r\n\r\n'))],
    ['parts in each other', nested(20_000)],
    ['headers', `${big('X-A: b\r\n')}\r\ntext`],
    ['one folded header', `From: a@bad.example\r\nSubject: ${big('=?utf-8?q?a?=\r\n ')}\r\n\r\ntext`],
    ['recipients', `From: a@bad.example\r\nTo: ${big('a <b@c.example>, ')}x\r\n\r\ntext`],
    ['comments in an address', `From: ${big('(')}a@bad.example\r\n\r\ntext`],
    ['quoted-printable', `From: a@b.example\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${big('=3D=\r\n')}`],
  ])('by %s is analysed or refused, while another tenant is served', { timeout: 60_000 }, async (_, raw) => {
    const sent = post({ artifact_kind: 'email', raw_content: raw })
    for (let n = 0; n < 3; n++)
      expect((await api.ask('GET', 'phishing/submissions?limit=1', { token: stranger })).status).toBe(200)
    expect([201, 413, 422, 429]).toContain((await sent).status)
  })

  test('keeps its links', async () => {
    const html = `${'<div>'.repeat(1000)}<a href="http://bad.example/login">Sign &amp; in<p>now<form action=https://f.example/>`
    const { links } = await judged({ artifact_kind: 'email', raw_content: mail(['From: a@b.example'], html) })
    expect(links).toEqual([
      { url: 'https://f.example/', text: '' },
      { url: 'http://bad.example/login', text: 'Sign & innow' },
    ])
  })
})
