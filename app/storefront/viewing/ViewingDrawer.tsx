import { type RefObject, useEffect, useRef, useState } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { loadMessages, type Messages } from '#app/language/messages/load.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { ViewingKind } from '#app/shop/appointments/kinds.ts'
import type { ViewingOffer } from '#app/shop/appointments/viewing-offer.ts'
import { Drawer } from '#app/ui/Drawer.tsx'
import { CloseButton } from '../layout/CloseButton.tsx'
import { useCart } from '../layout/use-cart.ts'
import { readSeen } from '../product/recently-seen.ts'
import { useShell } from '../shell-data.ts'
import { viewingQuery } from './asked-viewing.ts'
import { type Booked, BookedViewing } from './BookedViewing.tsx'
import { BookingForm } from './BookingForm.tsx'

type ViewingDrawerProps = {
  dialog: RefObject<HTMLDialogElement | null>
  piece: string
  /** What was pressed: to see it in a branch, or by video. */
  kind: ViewingKind
}

/** An appointment to see a piece, made on its page. Its words come with it; without them the page with the form is shown. */
export default function ViewingDrawer(props: ViewingDrawerProps) {
  const locale = useShell().site.currentLocale
  const [words, setWords] = useState<{ locale: Locale; messages: Messages }>()
  useEffect(() => {
    let isWanted = true
    loadMessages(locale, ['viewing']).then(
      (messages) => isWanted && setWords({ locale, messages }),
      () => isWanted && location.assign(pathTo(locale, 'viewing', { id: props.piece })),
    )
    return () => {
      isWanted = false
    }
  }, [locale, props.piece])
  if (words?.locale !== locale) return null
  return (
    <IntlProvider locale={locale} messages={words.messages} timeZone={timeZone}>
      <Opened {...props} />
    </IntlProvider>
  )
}

function Opened({ dialog, piece, kind }: ViewingDrawerProps) {
  const t = useTranslations('viewing')
  const locale = useShell().site.currentLocale
  const { offer, ask } = useOffer(piece, dialog)
  const [booked, setBooked] = useState<Booked | null>(null)
  const page = `${pathTo(locale, 'viewing', { id: piece })}?${new URLSearchParams(viewingQuery({ kind, also: [] }))}`
  return (
    <Drawer dialog={dialog} label={t('drawer.label')} side="right" onClose={() => setBooked(null)}>
      <div className="grid gap-6 px-[var(--gut)] pt-3 pb-10">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-step-2">{booked ? t('drawer.booked') : t('drawer.label')}</h2>
          <CloseButton dialog={dialog} label={t('drawer.close')} first />
        </div>
        {booked ? (
          <BookedViewing booked={booked} />
        ) : typeof offer === 'object' ? (
          <BookingForm offer={offer} opened={kind} onOld={ask} onBooked={setBooked} />
        ) : (
          <div role="status" className="grid justify-items-start gap-3">
            <p>{t(`drawer.${offer}`)}</p>
            {offer === 'lost' && (
              <>
                <button type="button" className="button" onClick={() => void ask()}>
                  {t('drawer.retry')}
                </button>
                <a href={page} className="link inline-flex min-h-11 items-center" data-native="">
                  {t('drawer.toPage')}
                </a>
              </>
            )}
          </div>
        )}
      </div>
    </Drawer>
  )
}

/** What can be chosen now; `ask` looks again, and tells what it found. While it looks, what was known stays. */
function useOffer(piece: string, dialog: ViewingDrawerProps['dialog']) {
  const { apiUrl, site } = useShell()
  const cart = useCart()
  const near = [...(cart ?? []), ...seenHere()].filter((id) => id !== piece)
  const query = new URLSearchParams([
    ...[piece, ...new Set(near)].map((id) => ['piece', id]),
    ['locale', site.currentLocale],
  ]).toString()
  const [offer, setOffer] = useState<ViewingOffer | 'loading' | 'lost' | 'gone'>('loading')
  const askedAt = useRef(0)
  const ask = async (): Promise<void> => {
    askedAt.current = performance.now()
    try {
      const answer = await fetch(`${apiUrl}/viewing?${query}`)
      if (answer.status === 404) return setOffer('gone')
      if (!answer.ok) throw new Error(`the shop answered ${answer.status}`)
      setOffer((await answer.json()) as ViewingOffer)
    } catch {
      // Without a connection, what was known may still be true, and booking asks again.
      setOffer((known) => (typeof known === 'object' ? known : 'lost'))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked as it opens; what is near may change while somebody chooses
  useEffect(() => {
    void ask()
    const element = dialog.current
    // It takes the focus as it opens: opened again, or looked at again, it shows what is free by then.
    const onFocus = () => {
      if (performance.now() - askedAt.current > freshFor) void ask()
    }
    element?.addEventListener('focusin', onFocus)
    return () => element?.removeEventListener('focusin', onFocus)
  }, [])
  return { offer, ask }
}

/** Milliseconds for which nobody looks again. */
const freshFor = 60_000

/** Browsers may forbid storage by throwing; then nothing was seen. */
function seenHere(): string[] {
  try {
    return readSeen(window.localStorage).map(({ id }) => id)
  } catch {
    return []
  }
}
