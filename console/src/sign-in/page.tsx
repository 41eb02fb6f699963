import { Center, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useSession } from '../api/session.ts'
import { SignInForm } from './form.tsx'
import { NEW_PASSWORD_PATH } from './new-password.tsx'
import { PasskeySignIn } from './passkey.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

export function SignInPage() {
  const { isEndedElsewhere } = useSession()
  useEffect(() => {
    document.title = 'Sign in · svc'
  }, [])
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack className="card sign-in" gap="md">
        <div>
          <Title order={1}>svc</Title>
          <Text size="sm" className="quiet">
            Security operations
          </Text>
        </div>
        {isEndedElsewhere && (
          <Text size="sm" role="status">
            You signed out in another tab. Sign in to continue on this page.
          </Text>
        )}
        <SingleSignOn />
        <SignInForm done={() => undefined} />
        <PasskeySignIn />
        <a href={NEW_PASSWORD_PATH}>I forgot my password</a>
      </Stack>
    </Center>
  )
}
