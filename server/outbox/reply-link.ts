/**
 * A link that begins an answer to a visitor, for a mail that many enquiries share (RFC 6068).
 *
 * @param subject of the enquiry's mail
 */
export function replyLink(address: string, subject: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}
