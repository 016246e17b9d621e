import { type RefObject, useEffect } from 'react'
import { useFetcher } from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl'
import { formatPrice, timeZone } from '#app/language/formats.ts'
import { loadMessages, messagesOf } from '#app/language/messages/load.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { CartLine } from '#app/shop/checkout/cart-lines.ts'
import { Drawer } from '#app/ui/Drawer.tsx'
import { CloseButton } from '../layout/CloseButton.tsx'
import { useLocale } from '../shell-data.ts'
import { CartLines, cartTotal } from './CartLines.tsx'

/** The drawer's code with its words: it opens when both are there. */
export async function loadCartDrawer(locale: Parameters<typeof loadMessages>[0]) {
  await loadMessages(locale, ['cart', 'keeping'])
  return { default: CartDrawer }
}

export type CartDrawerProps = {
  dialog: RefObject<HTMLDialogElement | null>
  /** What has just been put in: the drawer's name, so that it is said as it opens. */
  said: string
  onClose: () => void
}

/** What lies in the cart, beside the page that somebody put a piece in from. */
function CartDrawer(props: CartDrawerProps) {
  const locale = useLocale()
  return (
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
      <Opened {...props} />
    </IntlProvider>
  )
}

function Opened({ dialog, said, onClose }: CartDrawerProps) {
  const t = useTranslations('cart')
  const own = useTranslations('keeping.cart')
  const locale = useLocale()
  const cart = pathTo(locale, 'cart')
  const { load, data } = useFetcher<{ lines: CartLine[] }>()
  useEffect(() => {
    void load(cart)
  }, [load, cart])
  const lines = data?.lines
  const count = lines?.filter(({ state }) => state === 'available').length ?? 0
  return (
    <Drawer dialog={dialog} label={said} side="right" onClose={onClose}>
      <div className="flex min-h-full flex-col px-5 pt-3 pb-6 sm:px-7">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-step-2">{t('title')}</h2>
          <CloseButton dialog={dialog} label={own('close')} first />
        </div>
        <p className="pt-1 pb-4">{said}</p>
        {/* The page of the cart has it, too: its headings are one level below its title. */}
        {lines ? (
          <CartLines lines={lines} removable={false} />
        ) : (
          <p className="text-ink-soft">{own('looking')}</p>
        )}
        <div className="mt-auto bg-paper pt-6">
          {lines && count > 0 && (
            <p className="flex items-baseline justify-between gap-6">
              <span>{t('totalOf', { count })}</span>
              <span className="num font-display text-step-2">{formatPrice(cartTotal(lines), locale)}</span>
            </p>
          )}
          <p className="pt-2 text-ink-soft text-step--1">
            {t.rich('note', {
              shipping: () => (
                <a className="link" href={pathTo(locale, 'shipping')}>
                  {t('shipping')}
                </a>
              ),
            })}
          </p>
          <div className="grid gap-3 pt-5">
            {count > 0 && (
              <a className="button w-full" href={pathTo(locale, 'checkout')}>
                {t('toCheckout')}
              </a>
            )}
            <a className="button button-quiet w-full" href={cart}>
              {own('toCart')}
            </a>
            <button
              type="button"
              className="link min-h-11 justify-self-center"
              onClick={() => dialog.current?.close()}
            >
              {t('keepLooking')}
            </button>
          </div>
        </div>
      </div>
    </Drawer>
  )
}
