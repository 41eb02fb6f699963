import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { TenantId } from '../../../../platform/tenant.ts'
import { geoProvider } from './geo.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-geo-'))
afterAll(() => fs.rmSync(dir, { recursive: true }))

type Value = string | number | Value[] | { [key: string]: Value }

/** A value as the MaxMind DB format (version 2.0) encodes it: numbers below 2^32 as integers, others as doubles. */
function encoded(value: Value): Buffer {
  if (typeof value === 'string') {
    const size = value.length < 29 ? [0x40 | value.length] : [0x40 | 29, value.length - 29]
    return Buffer.concat([Buffer.from(size), Buffer.from(value)])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(Number.isInteger(value) ? 4 : 8)
    if (Number.isInteger(value)) bytes.writeUInt32BE(value)
    else bytes.writeDoubleBE(value)
    return Buffer.concat([Buffer.from([Number.isInteger(value) ? 0xc4 : 0x68]), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encoded)])
  const entries = Object.entries(value)
  return Buffer.concat([Buffer.from([0xe0 | entries.length]), ...entries.flat().map((one) => encoded(one as Value))])
}

/** A file with the same answer for every address: one node, whose two branches lead to the record. */
function write(name: string, record: Value, builtSeconds: number): string {
  const tree = Buffer.from([0, 0, 17, 0, 0, 17])
  const metadata = encoded({
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: builtSeconds },
    ...{ database_type: 'Test', description: { en: 'test' }, ip_version: 4, languages: ['en'] },
    ...{ node_count: 1, record_size: 24 },
  })
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
  const file = path.join(dir, name)
  fs.writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), encoded(record), marker, metadata]))
  return file
}

const call = (nowMs = 0) => ({
  ...{ tenant: 'acme' as TenantId, nowMs },
  inTenant: () => Promise.reject(new Error('no database is asked')),
})
const ip = (value: string) => ({ kind: 'ip', value }) as const

test('country, city and network of an address come from the files that the operator names', async () => {
  const city = write(
    'city.mmdb',
    {
      ...{
        country: { iso_code: 'CZ' },
        city: { names: { en: 'Brno' } },
        location: { latitude: 49.2, accuracy_radius: 20 },
      },
    },
    1_700_000_000,
  )
  const asn = write(
    'asn.mmdb',
    { autonomous_system_number: 64500, autonomous_system_organization: 'Example' },
    1_700_000_001,
  )
  expect(await geoProvider([city, asn]).ask(call(), ip('8.8.8.8'))).toEqual({
    ...{ country: 'CZ', city: 'Brno', latitude: 49.2, accuracy_km: 20, asn: 64500, as_organisation: 'Example' },
    as_of: ['2023-11-14T22:13:20.000Z', '2023-11-14T22:13:21.000Z'],
  })
})

test('files of other makers are understood, and a private address is nowhere', async () => {
  const flat = write('flat.mmdb', { country_code: 'DE', asn: 'AS64501', as_name: 'Other' }, 1_700_000_000)
  const provider = geoProvider([flat])
  expect(await provider.ask(call(), ip('8.8.8.8'))).toMatchObject({
    country: 'DE',
    asn: 64501,
    as_organisation: 'Other',
  })
  expect(await provider.ask(call(), ip('10.0.0.1'))).toBeNull()
})

test('a replaced file is read again, and an invalid one gives a reason', async () => {
  const file = write('new.mmdb', { country_code: 'DE' }, 1_700_000_000)
  const provider = geoProvider([file])
  await provider.ask(call(), ip('8.8.8.8'))
  write('new.mmdb', { country_code: 'FR' }, 1_700_000_000)
  fs.utimesSync(file, 1, 1)
  expect(await provider.ask(call(59_999), ip('8.8.8.8'))).toMatchObject({ country: 'DE' })
  expect(await provider.ask(call(60_000), ip('8.8.8.8'))).toMatchObject({ country: 'FR' })
  fs.writeFileSync(file, 'no database')
  await expect(provider.ask(call(120_000), ip('8.8.8.8'))).rejects.toThrow('new.mmdb cannot be read')
  await expect(geoProvider([]).ask(call(), ip('8.8.8.8'))).rejects.toThrow('SVC_GEOIP_FILES')
})

test('a file that could not be read is not read again for every question, and is found when it is there', async () => {
  const file = path.join(dir, 'later.mmdb')
  const provider = geoProvider([file])
  await expect(provider.ask(call(), ip('8.8.8.8'))).rejects.toThrow('cannot be read')
  write('later.mmdb', { country: 'CZ' }, 1_700_000_000)
  await expect(provider.ask(call(59_000), ip('8.8.8.8'))).rejects.toThrow('cannot be read')
  const question = Array.from({ length: 20 }, () => provider.ask(call(60_000), ip('8.8.8.8')))
  for (const found of await Promise.all(question)) expect(found).toMatchObject({ country: 'CZ' })
})
