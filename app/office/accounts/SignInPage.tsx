import { useTranslations } from 'use-intl'
import { SignIn } from './SignIn.tsx'

/** In place of any screen, as long as nobody is signed in; the address stays, and opens afterwards. */
export function SignInPage() {
  const t = useTranslations('office.frame')
  return (
    <main className="sign-in-page">
      <title>{t('title')}</title>
      <h1>{t('title')}</h1>
      {/* The whole page comes anew: it says who is signed in, in their language. */}
      <SignIn onSignedIn={() => window.location.reload()} />
    </main>
  )
}
