import { expect, test } from 'vitest'
import { tenantId } from '../../../../platform/tenant.ts'
import { newStateId, type SignInState, type SignInStates } from './sign-in-states.ts'

export const STATE: SignInState = {
  provider: 'oidc',
  tenantId: tenantId('acme'),
  connectionId: '8c5b1c1e-0000-4000-8000-000000000000',
  verifier: 'v',
  nonce: 'n',
}

/** The contract of both implementations. `open(max)` gives one that holds at most so many, and nothing yet. */
export function signInStatesConformance(open: (max: number) => SignInStates): void {
  test('a state comes back as it was, and once', async () => {
    const states = open(10)
    const id = newStateId()
    await states.put(id, STATE)
    expect(await states.consume(id)).toEqual(STATE)
    expect(await states.consume(id)).toBeNull()
  })

  test('of many who take it at the same moment one gets it', async () => {
    const states = open(10)
    const id = newStateId()
    await states.put(id, STATE)
    const consumed = await Promise.all(Array.from({ length: 20 }, () => states.consume(id)))
    expect(consumed.filter((state) => state !== null)).toEqual([STATE])
  })

  test('an unknown state is not found, whatever its id', async () => {
    for (const id of ['', 'index', '../index', 'x'.repeat(10_000), '__proto__'])
      expect(await open(10).consume(id)).toBeNull()
  })

  test('past the bound a sign-in is refused by name, and begins again once one has ended', async () => {
    const states = open(2)
    const [first, second, third] = [newStateId(), newStateId(), newStateId()]
    await states.put(first, STATE)
    await states.put(second, STATE)
    const refused = { code: 'unavailable', message: 'too many sign-ins are under way' }
    await expect(states.put(third, STATE)).rejects.toMatchObject(refused)
    await states.consume(first)
    await states.put(third, STATE)
    expect([await states.consume(second), await states.consume(third)]).toEqual([STATE, STATE])
  })
}
