"""A way to the service on which the first answers are bad ones."""
import http.client
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Dict, List, Optional, Tuple
from urllib.parse import urlsplit


class FaultProxy:
    def __init__(self, url: str) -> None:
        #: Each is used once: a status with headers; 0 breaks the connection off after the service has done its work,
        #: -1 says nothing for two seconds.
        self.faults: List[Tuple[int, Dict[str, str]]] = []
        #: Method, path, headers and body of what came.
        self.seen: List[Tuple[str, str, Dict[str, str], bytes]] = []
        proxy = self
        target = urlsplit(url).netloc

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                pass

            def handle_one(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                proxy.seen.append((self.command, self.path, headers, body))
                status, more = proxy.faults.pop(0) if proxy.faults else (None, {})
                if status == -1:
                    time.sleep(2)
                if status is None or status == 0:
                    self.forward(body, is_lost=status == 0)
                elif status > 0:
                    self.answer(status, more, b'{"error":"unavailable","message":"Not now."}')

            def forward(self, body: bytes, is_lost: bool) -> None:
                connection = http.client.HTTPConnection(target, timeout=20)
                headers = {k: v for k, v in self.headers.items() if k.lower() != "accept-encoding"}
                connection.request(self.command, self.path, body or None, headers)
                answer = connection.getresponse()
                content = answer.read()
                connection.close()
                if is_lost:
                    self.close_connection = True
                    return
                kept = {k: v for k, v in answer.getheaders() if k.lower() not in hop_by_hop}
                self.answer(answer.status, kept, content)

            def answer(self, status: int, headers: Dict[str, str], content: bytes) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = do_DELETE = handle_one

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread: Optional[threading.Thread] = None

    def __enter__(self) -> "FaultProxy":
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


hop_by_hop = {"content-length", "transfer-encoding", "connection", "keep-alive"}
