import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a TCP server that can be cut: then open connections are reset and new ones refused. */
export class CutProxy implements AsyncDisposable {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  readonly #asked = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #server: Server | null = null;
  #port = 0;

  constructor(targetUrl: string) {
    const { hostname, port } = new URL(targetUrl);
    this.#target = { host: hostname, port: Number(port) };
  }

  /** Opens the way, again on the same port after it was cut. */
  async open(): Promise<void> {
    const server = createServer((socket) => this.#pipe(socket));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await once(server, 'close');
  }

  /** Changes with whatever a client sends. Any thread may look at its one element. */
  get asked(): Int32Array {
    return this.#asked;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.cut();
  }

  #pipe(client: Socket): void {
    const upstream = connect(this.#target);
    client.on('data', ({ length }) => void Atomics.add(this.#asked, 0, length));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.pipe(other);
      // Whatever ends one side ends the other.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
