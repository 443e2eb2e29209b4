/** The tables after the last migration, as both databases hold them (`migrations/`). */
export interface Tables {
  enquiry: {
    id: string;
    received_at_ms: number;
    submission_id: string | null;
    body_hash: string;
  };
  mail: MailTable;
  spent_captcha: { nonce: string; expires_at_ms: number };
  limit_window: { key: string; used: number; ends_at_ms: number };
  write_probe: { id: number; written: number };
}

interface MailTable {
  id: string;
  enquiry_id: string;
  kind: 'company' | 'confirmation';
  visitor_name: string;
  visitor_address: string;
  message_id: string;
  date_ms: number;
  subject: string;
  text: string;
  html: string;
  state: 'queued' | 'sending' | 'delivered' | 'failed';
  queued_at_ms: number;
  /** When the present state began. */
  since_ms: number;
  /** When a queued mail may be taken, or when the lease of one being sent runs out. */
  due_at_ms: number;
  fencing_token: number;
  failed_tries: number;
  last_failure: 'unreachable' | 'temporary' | 'permanent' | null;
}
