-- Of a sale over the counter one piece is taken back, and the others stay sold: like what goes back for withdrawn pieces,
-- that money was the sale's own.
alter table refund
  drop constraint refund_reason_check,
  add constraint refund_reason_check
    check (reason in ('conflict', 'surplus', 'cancellation', 'withdrawal', 'taken-back'));
