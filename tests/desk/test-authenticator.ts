import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** A passkey in memory, with any origin and any flags (WebAuthn, section 6). */
export class TestAuthenticator {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#publicKey = publicKey;
  }

  register(challenge: string, origin: string): RegistrationResponseJSON {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const key = isoCBOR.encode(
      // The key has kty EC2, alg ES256, crv P-256, x and y (RFC 9053, section 7.1.1).
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const idLength = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.id, key]);
    const data = this.#authenticatorData(origin, 0x45, attested);
    const fields = { fmt: 'none', attStmt: new Map(), authData: data };
    const attestationObject = isoCBOR.encode(new Map(Object.entries(fields)));
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', challenge, origin),
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
    });
  }

  /** @param flags default: user present and verified */
  signIn(challenge: string, origin: string, flags = 0x05): AuthenticationResponseJSON {
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const authenticatorData = this.#authenticatorData(origin, flags);
    const signed = Buffer.concat([
      authenticatorData,
      sha256(Buffer.from(clientDataJSON, 'base64url')),
    ]);
    return this.#credential({
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#key).toString('base64url'),
    });
  }

  #authenticatorData(origin: string, flags: number, credential = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    const relyingParty = sha256(Buffer.from(new URL(origin).hostname));
    return Buffer.concat([relyingParty, Buffer.from([flags]), counter, credential]);
  }

  #credential<Response>(response: Response) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin })).toString('base64url');
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
