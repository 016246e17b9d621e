import { useEffect, useRef, useState } from 'react'
import { createPath, useLocation, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { connection } from '#app/ui/connection.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { startTelling } from './connection-teller.ts'

/**
 * Says that there is no connection where a click, a form or code did not arrive: the page stays, with all that was typed,
 * and the same can be tried again. Without script, and before this code has come, browsers say so on a page of their own.
 */
export function ConnectionNotice() {
  const t = useTranslations()
  const { location: pending } = useNavigation()
  const target = useRef<string | null>(null)
  target.current = pending ? createPath(pending) : null
  // Which time it is said, so that it is read out anew; 0 while there is nothing to say.
  const [time, setTime] = useState(0)
  const telling = useRef<ReturnType<typeof startTelling>>(null)
  useEffect(() => {
    const started = startTelling({
      show: (anew) => setTime((before) => (anew || before === 0 ? before + 1 : before)),
      hide: () => setTime(0),
      target: () => target.current,
    })
    telling.current = started
    connection.teller = started.teller
    return () => {
      connection.teller = null
      started.end()
    }
  }, [])
  const { key } = useLocation()
  useEffect(() => telling.current?.arrived(key), [key])
  return (
    <div className="cart-notice print:hidden" data-connection-notice="">
      {time > 0 && (
        <div key={time} role="alert" className="cart-notice-box">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-5">
            <p className="grow basis-48">{t('errors.noConnection')}</p>
            <button type="button" className="link min-h-11" onClick={() => telling.current?.again()}>
              {t('errors.again')}
            </button>
          </div>
          <button
            type="button"
            aria-label={t('cartNotice.close')}
            onClick={() => telling.current?.dismiss()}
            className="icon-button shrink-0"
          >
            <LineIcon size={18}>
              <path d="m3 3 12 12M15 3 3 15" />
            </LineIcon>
          </button>
        </div>
      )}
    </div>
  )
}
