import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { type CartAnswer, cartLimit } from '#app/shop/checkout/cart-cookie.ts'
import { fetchWhenConnected } from '#app/ui/connection.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import type { CartDrawerProps } from '../cart/CartDrawer.tsx'
import { tell } from '../insight/use-insight.ts'
import { useShell } from '../shell-data.ts'
import { sendPlainly } from './send-plainly.ts'
import { tellCartChanged } from './use-cart.ts'

/**
 * Takes over every form that puts a piece into the cart (`data-cart`): the visitor stays where they are and is told.
 * One listener for the document, for cards are many; without script the same forms lead to the cart. A form with
 * `data-cart="open"`, that of a piece's own page, has the drawer of the cart opened.
 */
export function CartNotice() {
  const t = useTranslations('cartNotice')
  const { site, apiUrl } = useShell()
  const locale = site.currentLocale
  const [answer, setAnswer] = useState<CartAnswer | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [Drawer, setDrawer] = useState<ComponentType<CartDrawerProps> | null>(null)
  const close = () => {
    setDrawer(null)
    setAnswer(null)
  }
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the event
  useEffect(() => close(), [pathname])
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      if (event.defaultPrevented || !('cart' in form.dataset)) return
      // Elsewhere our cookie could not be set.
      if (new URL(apiUrl, location.href).origin !== location.origin) return
      event.preventDefault()
      const body = new FormData(form, event.submitter)
      body.set('locale', locale)
      putIn(`${apiUrl}/cart`, body).then(
        (said) => {
          setAnswer(said)
          tellCartChanged()
          if (said.ok) tell('Add', { piece: String(body.get('piece')) })
          if (!said.ok || form.dataset.cart !== 'open') return
          loadDrawer(locale).then(
            ({ default: code }) => setDrawer(() => code),
            // The notice has said it already.
            () => undefined,
          )
        },
        // Without an answer the form goes its way without script.
        () => sendPlainly(form, event.submitter),
      )
    }
    document.addEventListener('submit', onSubmit)
    return () => document.removeEventListener('submit', onSubmit)
  }, [apiUrl, locale])
  const added = answer?.ok && t(answer.state === 'available' ? 'added' : 'addedTaken', { name: answer.name })
  return (
    <>
      {Drawer && <Drawer dialog={dialog} said={added || ''} onClose={close} />}
      <div role="status" className="cart-notice print:hidden">
        {answer && !Drawer && (
          <div className="cart-notice-box">
            <p className="min-w-0">{answer.ok ? added : t(refusals[answer.reason], { limit: cartLimit })}</p>
            <a className="link shrink-0" href={pathTo(locale, 'cart')}>
              {t('toCart')}
            </a>
            <button
              type="button"
              aria-label={t('close')}
              onClick={() => setAnswer(null)}
              className="icon-button shrink-0"
            >
              <LineIcon size={18}>
                <path d="m3 3 12 12M15 3 3 15" />
              </LineIcon>
            </button>
          </div>
        )}
      </div>
    </>
  )
}

const loadDrawer = async (locale: Locale) => (await import('../cart/CartDrawer.tsx')).loadCartDrawer(locale)

const refusals = {
  full: 'full',
  sold: 'sold',
  examined: 'examined',
  'no-such-piece': 'noSuchPiece',
} as const

async function putIn(address: string, body: FormData): Promise<CartAnswer> {
  const response = await fetchWhenConnected(new Request(address, { method: 'POST', body }))
  if (!response.ok) throw new Error(`the cart answered ${response.status}`)
  return (await response.json()) as CartAnswer
}
