import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { hasPasskeys, passkeyFailure, signInWithPasskey } from '../api/passkeys.ts'
import { shown } from '../parts/shown.tsx'

export function PasskeySignIn() {
  const signIn = useMutation({ mutationFn: signInWithPasskey })
  if (!hasPasskeys()) return null
  const refusal = signIn.error && passkeyFailure(signIn.error)
  return (
    <>
      <Button variant="default" fullWidth loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
      {refusal && (
        <Alert color="red" variant="light" role="alert">
          {shown(refusal instanceof Error ? refusal.message : String(refusal))}
        </Alert>
      )}
    </>
  )
}
