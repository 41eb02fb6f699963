import { expect, test } from 'vitest'
import { tell } from './dead-letters.ts'
import { useCommand } from './testing.ts'

const command = useCommand()

test('letters that the door does not take are a failure', () => {
  tell({ letters: 2, accepted: 2, rejected: 0, errors: [] }, [])
  expect(process.exitCode ?? 0).toBe(0)
  tell({ letters: 2, accepted: 1, rejected: 1, errors: ['event 2: not_an_object'] }, [])
  expect(process.exitCode).toBe(1)
  expect(command.said).toBe('event 2: not_an_object\n')
})
