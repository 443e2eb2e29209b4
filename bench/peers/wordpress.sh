#!/bin/bash
# WordPress as Debian packages it, on loopback, in a folder of its own, until it is stopped:
#   apt install wordpress wordpress-theme-twentytwentythree php-fpm php-mysql mariadb-server nginx
#   wordpress.sh DIR PORT TLS_PORT OURS_TLS_PORT OURS_PORT
# nginx answers for it over HTTP/1.1 at PORT and HTTP/2 at TLS_PORT, with a page cache, which is WordPress
# at its fastest; and at OURS_TLS_PORT for our own server at OURS_PORT, over HTTP/2 too. DIR holds home.html,
# contact.html (contents of its two pages) and uploads/. It says 'ready' once both pages answer.
set -euo pipefail
DIR=$1 PORT=$2 TLS_PORT=$3 OURS_TLS_PORT=$4 OURS_PORT=$5
HERE=$(cd "$(dirname "$0")" && pwd)
SITE=$DIR/site DATABASE=$DIR/database
PHP_FPM=$(ls /usr/sbin/php-fpm* | tail -1)
started=()
trap 'kill "${started[@]}" 2>/dev/null || true; wait' EXIT
trap 'exit 0' TERM INT

cp -rL /usr/share/wordpress "$SITE"
mkdir -p "$SITE/wp-content/uploads" "$DATABASE" "$DIR/cache"
cp "$DIR"/uploads/* "$SITE/wp-content/uploads/"
chmod -R a+rX "$DIR"
cat >"$SITE/wp-config.php" <<PHP
<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:$DATABASE/socket');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', (empty(\$_SERVER['HTTPS']) ? 'http' : 'https') . '://' . (\$_SERVER['HTTP_HOST'] ?? '127.0.0.1:$PORT'));
define('WP_SITEURL', WP_HOME);
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true); define('WP_DEBUG', false);
\$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
PHP

# As root everything here belongs to root, and nobody else can reach the sockets.
mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$DATABASE/data" --auth-root-authentication-method=normal >"$DIR/database.log" 2>&1
mariadbd --no-defaults --user="$(id -un)" --datadir="$DATABASE/data" --socket="$DATABASE/socket" --skip-networking >>"$DIR/database.log" 2>&1 &
started+=($!)
for _ in $(seq 100); do mariadb-admin --no-defaults --socket="$DATABASE/socket" ping >/dev/null 2>&1 && break; sleep 0.2; done
mariadb --no-defaults --socket="$DATABASE/socket" -e 'CREATE DATABASE wordpress CHARACTER SET utf8mb4'
php "$HERE/wordpress-pages.php" "$SITE" "$DIR" >"$DIR/install.log" 2>&1

cat >"$DIR/fpm.conf" <<CONF
[global]
error_log = $DIR/fpm.log
[www]
listen = $DIR/fpm.socket
listen.mode = 0666
user = $(id -un)
pm = static
pm.max_children = 2
CONF
"$PHP_FPM" --nodaemonize --allow-to-run-as-root --fpm-config "$DIR/fpm.conf" >>"$DIR/fpm.log" 2>&1 &
started+=($!)

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -keyout "$DIR/key.pem" -out "$DIR/cert.pem" 2>/dev/null
cat >"$DIR/nginx.conf" <<CONF
daemon off; pid $DIR/nginx.pid; error_log $DIR/nginx.log; user $(id -un);
events {}
http {
    include /etc/nginx/mime.types; types { image/avif avif; } default_type application/octet-stream;
    access_log off; gzip on; gzip_types text/css application/javascript image/svg+xml;
    client_body_temp_path $DIR/cache/body; proxy_temp_path $DIR/cache/proxy; fastcgi_temp_path $DIR/cache/fastcgi;
    uwsgi_temp_path $DIR/cache/uwsgi; scgi_temp_path $DIR/cache/scgi;
    fastcgi_cache_path $DIR/cache/pages keys_zone=pages:1m; fastcgi_cache_key \$scheme\$host:\$server_port\$request_uri;
    ssl_certificate $DIR/cert.pem; ssl_certificate_key $DIR/key.pem;
    server {
        listen 127.0.0.1:$PORT; listen 127.0.0.1:$TLS_PORT ssl http2;
        root $SITE; index index.php;
        location / { try_files \$uri \$uri/ /index.php?\$args; }
        location ~ \.(css|js|avif|woff2|svg)\$ { expires max; }
        location ~ \.php\$ {
            include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME $SITE\$fastcgi_script_name; fastcgi_param HTTP_HOST \$http_host; fastcgi_param HTTPS \$https if_not_empty;
            fastcgi_pass unix:$DIR/fpm.socket;
            fastcgi_cache pages; fastcgi_cache_valid 200 1h; fastcgi_ignore_headers Cache-Control Expires Set-Cookie;
        }
    }
    server {
        listen 127.0.0.1:$OURS_TLS_PORT ssl http2;
        location / { proxy_pass http://127.0.0.1:$OURS_PORT; proxy_http_version 1.1; proxy_set_header Connection ''; proxy_set_header Host 127.0.0.1:$OURS_PORT; }
    }
}
CONF
mkdir -p "$DIR/cache"
nginx -c "$DIR/nginx.conf" >>"$DIR/nginx.log" 2>&1 &
started+=($!)
for _ in $(seq 100); do curl -sf "http://127.0.0.1:$PORT/contact/" >/dev/null && break; sleep 0.2; done
curl -sf "http://127.0.0.1:$PORT/" >/dev/null
echo ready
wait
