import { expect, test } from 'vitest'
import { arrangedBody, cutText } from '../../../connectors/formats/body.ts'
import { bodiesOf } from './bodies.ts'

const bodies = (format: string, texts: readonly string[]) =>
  bodiesOf(
    texts.map((text) => Buffer.from(text)),
    format,
  ).map(({ body, letters }) => [body.toString(), letters])

function eventsIn(body: string, format: string): string[] {
  const arranged = arrangedBody(Buffer.from(body), format)
  const events: string[] = []
  cutText(arranged, format, (start, end) => {
    events.push(arranged.toString('utf8', start, end))
    return true
  })
  return events
}

test('letters of one header share a body, and those of another header have their own', () => {
  expect(bodies('csv', ['a,b\n1,2', 'a,b\n3,"x\ny"', 'c,d\n5,6'])).toEqual([
    ['a,b\n1,2\n3,"x\ny"', 2],
    ['c,d\n5,6', 1],
  ])
  expect(bodies('w3c', ['#Fields: x y\n1 2', '#Fields: x y\n3 4'])).toEqual([['#Fields: x y\n1 2\n3 4', 2]])
})

test('letters that would merge in one body have a body each', () => {
  const unclosed = ['a,b\n1,"2', 'a,b\n3,"4']
  expect(bodies('csv', unclosed)).toEqual(unclosed.map((text) => [text, 1]))
  const mails = ['From: a@b.example\nTo: c@d.example\n\none', 'From: e@f.example\nTo: c@d.example\n\ntwo']
  expect(bodies('mail', mails)).toEqual(mails.map((text) => [text, 1]))
  const halves = ['type=A msg=audit(1.1:5): a=b', 'type=B msg=audit(1.1:5): a=b']
  expect(bodies('auditd', halves)).toEqual(halves.map((text) => [text, 1]))
})

test.each([
  ['windows-xml', ['<Event>\n<System/>\n</Event>', '<Event><System/></Event>']],
  ['auditd', ['type=A msg=audit(1.1:5): a=b\ntype=B msg=audit(1.1:5): a=b', 'type=A msg=audit(1.1:6): a=b']],
  ['syslog', ['<13>one', '<13>two']],
  ['text', ['time,user,note\n1970-01-01,eve,x', 'May 14 10:00:00 host sshd[1]: x']],
])('%s stays as many events as there are letters', (format, texts) => {
  const sent = bodies(format, texts)
  expect(sent.flatMap(([body]) => eventsIn(String(body), format))).toHaveLength(texts.length)
})

test('JSON of one line goes as lines, of several as a list', () => {
  expect(bodies('okta', ['{"a":1}', '{\n"b":2}', 'broken', '{\n"c":3}'])).toEqual([
    ['{"a":1}\nbroken', 2],
    ['[{\n"b":2},{\n"c":3}]', 2],
  ])
})

test('a mail larger than an event has a body of its own', () => {
  const large = `{"x":"${'x'.repeat(2 ** 20)}"}`
  expect(bodies('email', ['{"a":1}', large, '{"b":2}'])).toEqual([
    [large, 1],
    ['{"a":1}\n{"b":2}', 2],
  ])
})
