import { expect, test } from 'vitest'
import { asCsv, asNdjson } from './event-files.ts'

const event = (fields: Record<string, unknown>) => ({ event_uid: 'u', time: 't', fields, cut: [] })

test('a CSV file quotes cells where needed, and no cell is a formula', () => {
  const text = asCsv(
    [event({ user: 'a,"b"', message: '=HYPERLINK("x")', pid: -1 }), event({ user: null, message: ['x'] })],
    ['user', 'message', 'pid'],
  )
  expect(text).toBe('time,user,message,pid,event_uid\r\nt,"a,""b""","\'=HYPERLINK(""x"")",-1,u\r\nt,,"[""x""]",,u\r\n')
})

test('each event is a line of JSON', () => {
  expect(asNdjson([event({ user: 'a\nb' })])).toBe('{"user":"a\\nb","event_uid":"u","time":"t"}\n')
})
