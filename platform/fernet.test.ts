import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fernetDecrypt, fernetEncrypt, fernetKey } from './fernet.ts'

// The vectors that are published with the format: generate, verify, invalid.
const KEY = fernetKey('cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=')
const HELLO = 'gAAAAAAdwJ6wAAECAwQFBgcICQoLDA0ODy021cpGVWKZ_eEwCGM4BLLF_5CV9dOPmrhuVUPgJobwOz7JcbmrR64jVmpU4IwqDA=='
const at = (text: string) => Date.parse(text)
const minute = (now: string) => ({ ttlSeconds: 60, nowMs: at(now) })

test('generates the published token', () => {
  const iv = Buffer.from(Array.from({ length: 16 }, (_, i) => i))
  expect(fernetEncrypt(KEY, 'hello', { nowMs: at('1985-10-26T01:20:00-07:00'), iv })).toBe(HELLO)
})

test('verifies the published token', () => {
  expect(fernetDecrypt(KEY, HELLO, minute('1985-10-26T01:20:01-07:00'))).toBe('hello')
  expect(fernetDecrypt(KEY, HELLO)).toBe('hello')
})

const START = 'gAAAAAAdwJ6xAAECAwQFBgcICQoLDA0O'
test.each([
  ['incorrect mac', `${START}D3HkMATM5lFqGaerZ-fWPAl1-szkFVzXTuGb4hR8AKtwcaX1YdykQUFBQUFBQUFBQQ==`, '01:20:01'],
  ['too short', `${START}D3HkMATM5lFqGaerZ-fWPA==`, '01:20:01'],
  [
    'invalid base64',
    '%%%%%%%%%%%%%AECAwQFBgcICQoLDA0OD3HkMATM5lFqGaerZ-fWPAl1-szkFVzXTuGb4hR8AKtwcaX1YdykRtfsH-p1YsUD2Q==',
    '01:20:01',
  ],
  ['not whole blocks', `${START}D3HkMATM5lFqGaerZ-fWPOm73QeoCk9uGib28Xe5vz6oxq5nmxbx_v7mrfyudzUm`, '01:20:01'],
  ['padding error', `${START}Dz4LEpdELGQAad7aNEHbf-JkLPIpuiYRLQ3RtXatOYREu2FWke6CnJNYIbkuKNqOhw==`, '01:20:01'],
  [
    'far-future time',
    'gAAAAAAdwStRAAECAwQFBgcICQoLDA0OD3HkMATM5lFqGaerZ-fWPAnja1xKYyhd-Y6mSkTOyTGJmw2Xc2a6kBd-iX9b_qXQcw==',
    '01:20:01',
  ],
  ['expired', `${START}D3HkMATM5lFqGaerZ-fWPAl1-szkFVzXTuGb4hR8AKtwcaX1YdykRtfsH-p1YsUD2Q==`, '01:21:31'],
  [
    'incorrect IV',
    'gAAAAAAdwJ6xBQECAwQFBgcICQoLDA0OD3HkMATM5lFqGaerZ-fWPAkLhFLHpGtDBRLRTZeUfWgHSv49TF2AUEZ1TIvcZjK1zQ==',
    '01:20:01',
  ],
  ['very short payload', 'gAAAAABdnQ1TUKh2OE_ggbyCIxfg', '01:20:01'],
  ['super short payload', 'gAAA', '01:20:01'],
])('the published invalid token "%s" is refused', (_, token, time) => {
  expect(fernetDecrypt(KEY, token, minute(`1985-10-26T${time}-07:00`))).toBeNull()
})

test('encrypted text can be decrypted, but not with another key or after a changed character', () => {
  const other = fernetKey(`${'A'.repeat(43)}=`)
  const property = fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (plain, at) => {
    const token = fernetEncrypt(KEY, plain)
    expect(fernetDecrypt(KEY, token)).toBe(plain)
    expect(fernetDecrypt(other, token)).toBeNull()
    const index = at % token.length
    const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1)
    expect(fernetDecrypt(KEY, changed)).toBeNull()
  })
  fc.assert(property)
})

test.each(['', 'short', 'A'.repeat(43), `${'+'.repeat(43)}=`])('a key like "%s" is refused', (text) => {
  expect(() => fernetKey(text)).toThrow(expect.objectContaining({ code: 'bad_config' }))
})
