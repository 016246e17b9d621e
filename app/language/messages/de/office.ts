import accounts from './office/accounts.json'
import appointments from './office/appointments.json'
import bank from './office/bank.json'
import enquiries from './office/enquiries.json'
import frame from './office/frame.json'
import insight from './office/insight.json'
import ledger from './office/ledger.json'
import list from './office/list.json'
import mails from './office/mails.json'
import metalPrices from './office/metal-prices.json'
import orders from './office/orders.json'
import palette from './office/palette.json'
import people from './office/people.json'
import photos from './office/photos.json'
import piece from './office/piece.json'
import pieces from './office/pieces.json'
import preview from './office/preview.json'
import purchase from './office/purchase.json'
import records from './office/records.json'
import requests from './office/requests.json'
import sale from './office/sale.json'
import scanner from './office/scanner.json'
import settings from './office/settings.json'
import stock from './office/stock.json'
import today from './office/today.json'
import withdrawals from './office/withdrawals.json'
import valuables from './valuables.json'

export default {
  office: {
    accounts,
    appointments,
    bank,
    enquiries,
    frame,
    insight,
    ledger,
    list,
    mails,
    'metal-prices': metalPrices,
    orders,
    people,
    palette,
    photos,
    piece,
    pieces,
    preview,
    purchase: { ...purchase, valuables },
    records,
    requests,
    scanner,
    sale,
    settings,
    stock,
    today,
    withdrawals,
  },
}
