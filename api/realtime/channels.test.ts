import { expect, test } from 'vitest'
import { permissionSet } from '../../control/identity/accounts/index.ts'
import { openChannels } from './channels.ts'

test('agents is the channel of investigations, and needs their permission', () => {
  expect([...openChannels('agents', permissionSet(['cases:read']))]).toEqual(['investigations'])
  expect(() => openChannels('agents', permissionSet(['alerts:read']))).toThrow('needs the permission cases:read')
  expect(() => openChannels('toString', permissionSet(['*']))).toThrow('channels are')
})
