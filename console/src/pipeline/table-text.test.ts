import { expect, test } from 'vitest'
import { recognisedBy, type SourceTable, tableOfText, textOfTable } from './table-text.ts'

const TABLE: SourceTable = {
  ...{ vendor: 'Acme', product: 'VPN', recognises: { program: 'acmevpnd' }, rows: { event_code: 'code' } },
  kinds: [{ name: 'up', sentences: ['peer {user} came up'], class: 'authentication', activity: 'Logon' }],
}

test('a table comes back from its text', () => {
  expect(tableOfText(textOfTable(TABLE))).toEqual({ table: TABLE })
})

test('a text that is no table names its fault', () => {
  expect(tableOfText('{')).toEqual({ fault: expect.stringMatching(/^This is no JSON/) })
  expect(tableOfText('[]')).toEqual({ fault: 'A table is a JSON object.' })
  expect(tableOfText('{"vendor": "a", "product": "b"}')).toEqual({ fault: 'The table lacks recognises, rows, kinds.' })
  expect(tableOfText(JSON.stringify({ ...TABLE, kinds: ['x'] }))).toEqual({ fault: 'kinds.0 is an object.' })
  expect(tableOfText(JSON.stringify({ ...TABLE, rows: null }))).toEqual({ fault: 'rows is an object.' })
})

test('the records of a table are named by program, members or sentences', () => {
  expect(recognisedBy(TABLE)).toBe('program acmevpnd')
  expect(recognisedBy({ ...TABLE, recognises: { members: { type: 'vpn', peer: '' } } })).toBe('type = vpn, has peer')
  expect(recognisedBy({ ...TABLE, recognises: {} })).toBe('its sentences')
})
