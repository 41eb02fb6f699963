import { expect, test } from 'vitest'
import { permissionSet } from '../../control/identity/accounts/index.ts'
import { openChannels } from './channels.ts'

test('agents is the channel of investigations, for whoever may follow it', () => {
  expect([...openChannels('agents', permissionSet(['cases:read']))]).toEqual(['investigations'])
  expect(() => openChannels('agents', permissionSet(['alerts:read']))).toThrow('needs the permission cases:read')
  expect(() => openChannels('toString', permissionSet(['*']))).toThrow('channels are')
})
