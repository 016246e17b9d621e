import type { ComponentType } from 'react'
import type { OfficeMessages } from '#app/language/messages/office.ts'
import type { Permission } from '#app/shop/staff/permissions.ts'
import type { openPaths, ScreenName } from './paths.ts'

type Module = { default: ComponentType }
type Modules = Record<string, () => Promise<Module>>

/** The code of each screen; fetched when it is opened. */
export const screenModules: Modules & Record<ScreenName, () => Promise<Module>> = {
  today: () => import('./today/TodayScreen.tsx'),
  account: () => import('./accounts/AccountScreen.tsx'),
  team: () => import('./accounts/TeamScreen.tsx'),
  records: () => import('./accounts/RecordsScreen.tsx'),
  pieces: () => import('./pieces/PiecesScreen.tsx'),
  'bulk-changes': () => import('./pieces/BulkChangesScreen.tsx'),
  'piece-photos': () => import('./photos/PhotosScreen.tsx'),
  requests: () => import('./requests/RequestsScreen.tsx'),
  request: () => import('./requests/RequestScreen.tsx'),
  appointments: () => import('./appointments/AppointmentsScreen.tsx'),
  appointment: () => import('./appointments/AppointmentScreen.tsx'),
  'appointment-list': () => import('./appointments/AppointmentListScreen.tsx'),
  enquiries: () => import('./enquiries/EnquiriesScreen.tsx'),
  'enquiry-templates': () => import('./enquiries/TemplatesScreen.tsx'),
  enquiry: () => import('./enquiries/EnquiryScreen.tsx'),
  mails: () => import('./mails/MailsScreen.tsx'),
  mail: () => import('./mails/MailScreen.tsx'),
  people: () => import('./people/PeopleScreen.tsx'),
  person: () => import('./people/PersonScreen.tsx'),
  counter: () => import('./purchase/CounterScreen.tsx'),
  'counter-purchase': () => import('./purchase/CounterPurchaseScreen.tsx'),
  purchase: () => import('./purchase/PurchaseScreen.tsx'),
  'metal-prices': () => import('./metal-prices/MetalPricesScreen.tsx'),
  ledger: () => import('./ledger/LedgerScreen.tsx'),
  'ledger-months': () => import('./ledger/LedgerMonthsScreen.tsx'),
  melting: () => import('./ledger/MeltingScreen.tsx'),
  'refiner-lot': () => import('./ledger/RefinerLotScreen.tsx'),
  insight: () => import('./insight/InsightScreen.tsx'),
  preview: () => import('./preview/PreviewListScreen.tsx'),
  'preview-story': () => import('./preview/PreviewScreen.tsx'),
  settings: () => import('./settings/SettingsScreen.tsx'),
  'settings-part': () => import('./settings/SettingsPartScreen.tsx'),
  'settings-branch': () => import('./settings/BranchScreen.tsx'),
  piece: () => import('./piece/PieceScreen.tsx'),
  orders: () => import('./orders/OrdersScreen.tsx'),
  order: () => import('./orders/OrderScreen.tsx'),
  'pack-orders': () => import('./orders/PackingScreen.tsx'),
  'bank-statements': () => import('./bank/BankScreen.tsx'),
  'bank-statement': () => import('./bank/StatementScreen.tsx'),
  withdrawals: () => import('./withdrawals/WithdrawalsScreen.tsx'),
  withdrawal: () => import('./withdrawals/WithdrawalScreen.tsx'),
  import: () => import('./stock/ImportScreen.tsx'),
  'import-list': () => import('./stock/ImportListScreen.tsx'),
  export: () => import('./stock/ExportScreen.tsx'),
  labels: () => import('./stock/LabelsScreen.tsx'),
  'counter-sale': () => import('./sale/CounterSaleScreen.tsx'),
  'counter-sold': () => import('./sale/CounterSoldScreen.tsx'),
  'day-close': () => import('./sale/DayCloseScreen.tsx'),
  reservations: () => import('./sale/ReservationsScreen.tsx'),
  'stock-taking': () => import('./stock/StockTakingScreen.tsx'),
  'stock-count': () => import('./stock/StockCountScreen.tsx'),
}

export const openModules: Modules & Record<keyof typeof openPaths, () => Promise<Module>> = {
  'set-up': () => import('./accounts/SetUpScreen.tsx'),
  reset: () => import('./accounts/ResetScreen.tsx'),
  camera: () => import('./photos/CameraScreen.tsx'),
}

export type NavigationEntry = {
  /** One that has a name there; others are reached from these. */
  screen: ScreenName & keyof OfficeMessages['office']['frame']['screens']
  permission: Permission
  group: 'daily' | 'stock' | 'money' | 'administration'
  /** Screens reached from it that have no entry of their own, and whose paths do not lie below its path. */
  also?: readonly ScreenName[]
}

/** The navigation, in its order. */
export const navigation: readonly NavigationEntry[] = [
  { screen: 'today', permission: 'office.enter', group: 'daily' },
  { screen: 'counter', permission: 'counter.enter', group: 'daily' },
  { screen: 'counter-sale', permission: 'sales.make', group: 'daily', also: ['counter-sold'] },
  { screen: 'orders', permission: 'orders.see', group: 'daily', also: ['pack-orders'] },
  { screen: 'withdrawals', permission: 'withdrawals.handle', group: 'daily' },
  { screen: 'requests', permission: 'purchases.see', group: 'daily' },
  { screen: 'appointments', also: ['appointment-list'], permission: 'appointments.see', group: 'daily' },
  { screen: 'enquiries', permission: 'enquiries.see', group: 'daily', also: ['enquiry-templates'] },
  { screen: 'people', permission: 'people.see', group: 'daily' },
  { screen: 'mails', permission: 'mails.read', group: 'daily' },
  { screen: 'pieces', permission: 'pieces.see', group: 'stock', also: ['bulk-changes', 'export'] },
  { screen: 'reservations', permission: 'reservations.make', group: 'stock' },
  { screen: 'import', permission: 'pieces.import', group: 'stock' },
  { screen: 'labels', permission: 'pieces.see', group: 'stock' },
  { screen: 'stock-taking', permission: 'stock.count', group: 'stock' },
  { screen: 'metal-prices', permission: 'metal-prices.see', group: 'stock' },
  { screen: 'melting', permission: 'melting.do', group: 'stock' },
  { screen: 'bank-statements', permission: 'bank.match', group: 'money' },
  { screen: 'day-close', permission: 'sales.make', group: 'money' },
  { screen: 'ledger', permission: 'ledger.see', group: 'money' },
  { screen: 'insight', permission: 'insight.see', group: 'money' },
  { screen: 'preview', permission: 'content.edit', group: 'administration' },
  { screen: 'settings', permission: 'settings.see', group: 'administration' },
  { screen: 'team', permission: 'staff.see', group: 'administration' },
  { screen: 'records', permission: 'records.see', group: 'administration' },
  { screen: 'account', permission: 'office.enter', group: 'administration' },
]
