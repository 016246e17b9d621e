import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router'
import { useTranslations } from 'use-intl'
import { Page } from './Page.tsx'

/** In place of a screen that cannot be shown. */
export function Fault() {
  const t = useTranslations('office.frame')
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const kind = !isRouteErrorResponse(error)
    ? 'failed'
    : error.status === 404
      ? 'notFound'
      : error.status === 403
        ? 'notAllowed'
        : 'failed'
  return (
    <Page title={t(kind)}>
      <p>{t(`${kind}Text`)}</p>
      <p className="page-actions">
        {kind === 'failed' && (
          <button type="button" className="do" onClick={() => void revalidate()}>
            {t('again')}
          </button>
        )}
        <Link className="do quiet" to="/">
          {t('back')}
        </Link>
      </p>
    </Page>
  )
}
