import { expect, test } from 'vitest'
import { checkedText, filled, TEXT_KINDS } from '../notify/index.ts'
import type { Delivery } from './claim.ts'
import { messageOf } from './message.ts'

const ONE: Delivery = {
  ...{ id: 'd', notificationId: 'n', receiver: 'ann', userId: null, channel: 'mail', address: 'ann@acme.example' },
  ...{ tries: 1, createdAt: new Date(0), kind: 'mention', severity: 'high', title: 'A <title> of {receiver}' },
  ...{ body: 'first\nsecond', path: '/cases/1', secretUrl: null, answer: null, aboutKind: null, aboutId: null },
}
const BRAND: Parameters<typeof messageOf>[1] = {
  ...{ productName: 'Acme SOC', senderName: 'The desk', supportEmail: 'soc@acme.example', supportUrl: null },
  ...{ primaryColor: null, accentColor: null, footerText: null, logo: null },
}
const LINKS = { webUrl: 'https://soc.example', answerUrl: () => 'https://soc.example/a' }

test('a tenant’s own text keeps the facts, the branding and the links', () => {
  const words = { subject: '{sender}: {title}', body: 'Hello {receiver},\n{text}\n\n{product}, {support_email}' }
  const { subject, text, html } = messageOf([ONE], BRAND, LINKS, words)
  expect(subject).toBe('The desk: A <title> of {receiver}')
  expect(text).toContain(
    'Hello ann,\nfirst\nsecond\n\nAcme SOC, soc@acme.example\n\nOpen:\nhttps://soc.example/cases/1',
  )
  expect(html).toContain('Hello ann,<br>')
})

test('a value can contain neither a placeholder, nor markup, nor another header', () => {
  const words = { subject: '{title}', body: '{title}\n{text}' }
  const title = '<b>{text}</b>\r\nBcc: x@y.example'
  const { subject, html } = messageOf([{ ...ONE, title }], BRAND, LINKS, words)
  expect(subject).toBe('<b>{text}</b> Bcc: x@y.example')
  expect(html).toContain('&lt;b&gt;{text}&lt;/b&gt;')
  expect(filled('{a} {title} {', { title: '{title}' })).toBe('{a} {title} {')
})

test('a digest lists the messages that it replaces, with any text', () => {
  const words = { subject: '{count} of {product}', body: 'Busy:\n{list}\nThe end' }
  const { subject, text } = messageOf([ONE, { ...ONE, title: 'Another' }], BRAND, LINKS, words)
  expect(subject).toBe('2 of Acme SOC')
  expect(text).toContain('Busy:\n2 times: a comment that names you\n\n[high] A <title>')
  expect(text).toContain('[high] Another\nhttps://soc.example/cases/1\nThe end')
  expect(() => checkedText('digest', { subject: null, body: 'busy' })).toThrow('{list}')
})

test('a digest lists what is the same once, with its number', () => {
  const storm = Array.from({ length: 30 }, () => ONE)
  const others = Array.from({ length: 21 }, (_, n) => ({ ...ONE, title: `Other ${n}` }))
  const { text } = messageOf([ONE, ...storm, ...others], BRAND, LINKS)
  expect(text).toContain('31 times:\n[high] A <title>')
  expect(text.match(/A <title>/g)).toHaveLength(1)
  expect(text).toContain('and 2 more')
})

test('a digest lists the most severe message first, then the oldest', () => {
  const made = (title: string, severity: Delivery['severity'], ms: number): Delivery => ({
    ...{ ...ONE, title, severity, createdAt: new Date(ms) },
  })
  const job = [
    made('late', 'low', 9),
    made('no severity', null, 0),
    made('early', 'low', 1),
    made('grave', 'critical', 8),
  ]
  const { text } = messageOf(job as [Delivery, ...Delivery[]], BRAND, LINKS)
  const places = ['[critical] grave', '[low] early', '[low] late', 'no severity'].map((title) => text.indexOf(title))
  expect(places.every((place, at) => place > (places[at - 1] ?? 0))).toBe(true)
})

test('without its own text a tenant’s message has the default text', () => {
  const { subject, text } = messageOf([ONE], BRAND, LINKS)
  expect(subject).toBe('[high] A <title> of {receiver}')
  expect(text.startsWith('A <title> of {receiver}\n\nfirst\nsecond\n\nOpen:\nhttps://soc.example/cases/1\n')).toBe(true)
})

test.each([
  ['{text}', { subject: 'x {text}', body: null }],
  ['{titel}', { subject: '{Title} {titel}', body: null }],
  ['{count}', { subject: null, body: '{count}' }],
])('an unknown placeholder is refused by name: %s', (name, words) => {
  expect(() => checkedText('mention', words)).toThrow(`has no placeholder ${name}`)
})

test('an empty text counts as none, and reports and codes have no configurable text', () => {
  expect(checkedText('mention', { subject: ' ', body: '\n' })).toEqual({ subject: null, body: null })
  expect(TEXT_KINDS).not.toContain('report')
  expect(TEXT_KINDS).not.toContain('phone_code')
})
