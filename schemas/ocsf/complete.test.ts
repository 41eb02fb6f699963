import { expect, test } from 'vitest'
import { complete } from './complete.ts'

test('captions beside ids, names of class and type, and observables are added', () => {
  const event = complete({
    class_uid: 3002,
    activity_id: 1,
    status_id: 2,
    logon_type_id: 10,
    user: { name: 'eve', type_id: 2 },
    dst_endpoint: { ip: '10.0.0.1' },
  })
  expect(event).toMatchObject({
    class_name: 'Authentication',
    activity_name: 'Logon',
    type_name: 'Authentication: Logon',
    status: 'Failure',
    logon_type: 'Remote Interactive',
    user: { type: 'Admin' },
    observables: [
      { name: 'user.name', type_id: 4, type: 'User Name', value: 'eve' },
      { name: 'dst_endpoint.ip', type_id: 2, type: 'IP Address', value: '10.0.0.1' },
    ],
  })
})

test("the source's own word stays beside Other", () => {
  expect(complete({ class_uid: 3002, status_id: 99, status: 'half' })).toMatchObject({ status: 'half' })
})

test('the type of an event follows its ids, whatever the source calls the activity', () => {
  expect(complete({ class_uid: 3002, activity_id: 99, activity_name: 'CRED_ACQ' })).toMatchObject({
    activity_name: 'CRED_ACQ',
    type_name: 'Authentication: Other',
  })
  expect(complete({ class_uid: 0, activity_id: 0 })).toMatchObject({
    category_name: 'Uncategorized',
    type_name: 'Base Event: Unknown',
  })
})

test('an event of no known class is given back as it is', () => {
  expect(complete({ class_uid: 1, a: 1 })).toEqual({ class_uid: 1, a: 1 })
})

test('a long list of addresses makes a bounded list of observables', () => {
  const intermediate_ips = Array.from({ length: 500 }, (_, i) => `10.0.${i >> 8}.${i & 255}`)
  const { observables } = complete({ class_uid: 4001, src_endpoint: { intermediate_ips } })
  expect((observables as unknown[]).length).toBe(64)
})
