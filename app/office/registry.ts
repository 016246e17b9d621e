import { accountActions, accountScreens } from './accounts/account-answers.ts'
import { entryActions } from './accounts/entry-answers.ts'
import { teamActions, teamScreens } from './accounts/team-answers.ts'
import type { Action, OpenAction, Screen } from './answer.ts'
import { appointmentListScreens } from './appointments/appointment-list-answers.ts'
import { appointmentsActions, appointmentsScreens } from './appointments/appointments-answers.ts'
import { bankActions, bankScreens } from './bank/bank-answers.ts'
import { enquiriesActions, enquiriesScreens } from './enquiries/enquiries-answers.ts'
import { templatesActions, templatesScreens } from './enquiries/templates-answers.ts'
import { insightScreens } from './insight/insight-answers.ts'
import { ledgerActions, ledgerScreens } from './ledger/ledger-answers.ts'
import { meltingActions, meltingScreens } from './ledger/melting-answers.ts'
import { pieceCostsActions } from './ledger/piece-costs-answers.ts'
import { viewActions } from './list/view-answers.ts'
import { mailsActions, mailsScreens } from './mails/mails-answers.ts'
import { metalPricesActions, metalPricesScreens } from './metal-prices/metal-prices-answers.ts'
import { orderActions, orderScreens } from './orders/order-answers.ts'
import { ordersScreens } from './orders/orders-answers.ts'
import { paletteActions } from './palette/palette-answers.ts'
import type { ScreenName } from './paths.ts'
import { peopleActions, peopleScreens } from './people/people-answers.ts'
import { photosActions, photosScreens } from './photos/photos-answers.ts'
import { pieceActions, pieceScreens } from './piece/piece-answers.ts'
import { bulkActions, bulkScreens } from './pieces/bulk-answers.ts'
import { changeActions } from './pieces/change-answers.ts'
import { pasteActions } from './pieces/paste-answers.ts'
import { listActions, piecesScreens } from './pieces/pieces-answers.ts'
import { presenceActions } from './presence/presence-answers.ts'
import { previewActions, previewScreens } from './preview/preview-answers.ts'
import { counterActions, counterScreens } from './purchase/counter-answers.ts'
import { purchaseActions } from './purchase/purchase-actions.ts'
import { purchaseScreens } from './purchase/purchase-answers.ts'
import { bookActions } from './requests/book-actions.ts'
import { requestsActions, requestsScreens } from './requests/requests-answers.ts'
import { counterSaleActions, counterSaleScreens } from './sale/counter-sale-answers.ts'
import { reservationActions, reservationScreens } from './sale/reservation-answers.ts'
import { soldActions, soldScreens } from './sale/sold-answers.ts'
import { settingsActions, settingsScreens } from './settings/settings-answers.ts'
import { stockActions, stockScreens } from './stock/stock-answers.ts'
import { todayActions, todayScreens } from './today/today-answers.ts'
import { withdrawalActions, withdrawalScreens } from './withdrawals/withdrawal-answers.ts'

/** What the server brings for each screen. */
export const officeScreens = {
  ...todayScreens,
  ...accountScreens,
  ...teamScreens,
  ...piecesScreens,
  ...bulkScreens,
  ...photosScreens,
  ...pieceScreens,
  ...appointmentsScreens,
  ...appointmentListScreens,
  ...ordersScreens,
  ...bankScreens,
  ...withdrawalScreens,
  ...orderScreens,
  ...enquiriesScreens,
  ...templatesScreens,
  ...mailsScreens,
  ...peopleScreens,
  ...counterScreens,
  ...purchaseScreens,
  ...metalPricesScreens,
  ...requestsScreens,
  ...ledgerScreens,
  ...meltingScreens,
  ...insightScreens,
  ...previewScreens,
  ...settingsScreens,
  ...counterSaleScreens,
  ...soldScreens,
  ...reservationScreens,
  ...stockScreens,
} as const satisfies Record<ScreenName, Screen>

/** Everything that can be changed in the office, by the name in its address: `/office/act/<name>`. */
export const officeActions = {
  ...listActions,
  ...changeActions,
  ...bulkActions,
  ...pasteActions,
  ...viewActions,
  ...paletteActions,
  ...presenceActions,
  ...todayActions,
  ...entryActions,
  ...accountActions,
  ...teamActions,
  ...photosActions,
  ...pieceActions,
  ...appointmentsActions,
  ...bookActions,
  ...orderActions,
  ...bankActions,
  ...withdrawalActions,
  ...enquiriesActions,
  ...templatesActions,
  ...mailsActions,
  ...peopleActions,
  ...counterActions,
  ...purchaseActions,
  ...metalPricesActions,
  ...requestsActions,
  ...ledgerActions,
  ...meltingActions,
  ...pieceCostsActions,
  ...previewActions,
  ...settingsActions,
  ...counterSaleActions,
  ...soldActions,
  ...reservationActions,
  ...stockActions,
} as const satisfies Record<string, Action | OpenAction>

export type OfficeScreens = typeof officeScreens
export type OfficeActions = typeof officeActions
