import { expect, test } from 'vitest'
import { currentDictionary, dictionaryOf, OCSF_VERSION, ocsfVersions, typeUid } from './dictionary.ts'

const dictionary = currentDictionary()

test('every released version from 1.0.0 is there, oldest first, and no other', () => {
  expect(ocsfVersions()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0', '1.8.0'])
  expect(dictionaryOf('1.9.0')).toBeNull()
  expect(dictionary.version).toBe(OCSF_VERSION)
})

test('a class is known by name and by uid, with its category', () => {
  const process = dictionary.classOf('process_activity')
  expect(process).toMatchObject({ uid: 1007, categoryUid: 1, caption: 'Process Activity' })
  expect(dictionary.classOf(1007)).toBe(process)
  expect(dictionary.classOf(201_002)).toMatchObject({ name: 'registry_value_activity', categoryUid: 1 })
  expect(dictionary.categoryName(1)).toBe('System Activity')
  expect(dictionary.classOf('no_such_class')).toBeNull()
  expect(dictionary.classOf(999)).toBeNull()
  expect(dictionary.classOf('constructor')).toBeNull()
  expect(typeUid(201_002, 99)).toBe(20_100_299)
})

test('versions differ in what they have', () => {
  expect(dictionary.classNames().length).toBe(83)
  expect(dictionaryOf('1.0.0')?.classNames().length).toBe(36)
  expect(dictionaryOf('1.0.0')?.classOf('script_activity')).toBeNull()
})

test('an attribute is found at its path, through arrays and objects within themselves', () => {
  const shape = dictionary.classOf('process_activity')
  expect.assert(shape)
  const at = (path: string) => dictionary.attributeAt(shape, path)
  expect(at('process.parent_process.parent_process.pid')).toMatchObject({ type: 'integer', json: 'integer' })
  expect(at('attacks[0].technique.uid')).toMatchObject({ type: 'string', profiles: [] })
  expect(at('actor')).toMatchObject({ requirement: 'required', object: 'actor' })
  expect(at('time')).toMatchObject({ type: 'timestamp', json: 'integer' })
  expect(at('process.pid.more')).toBeNull()
  expect(at('nothing')).toBeNull()
  expect(at('severity_id')?.captions?.get(4)).toBe('High')
  expect(at('severity_id')?.ids?.get('High')).toBe(4)
  expect(at('severity_id')?.sibling).toBe('severity')
})

test('the same attribute name means something else in another class', () => {
  const activity = (name: string) => dictionary.classOf(name)?.attributes.get('activity_id')?.captions?.get(1)
  expect([activity('process_activity'), activity('authentication')]).toEqual(['Launch', 'Logon'])
})

test('observables come from attributes and from types', () => {
  const shape = dictionary.classOf('process_activity')
  expect.assert(shape)
  const id = (path: string) => {
    const attribute = dictionary.attributeAt(shape, path)
    return attribute ? dictionary.observableOf(attribute) : -1
  }
  expect([id('device.hostname'), id('process.cmd_line'), id('process.working_directory')]).toEqual([1, 13, 0])
})
