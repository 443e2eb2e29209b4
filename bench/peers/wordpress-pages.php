<?php
// php wordpress-pages.php SITE DIR: installs WordPress with two pages, home and contact, from DIR/*.html.
[, $site, $dir] = $argv;
define('WP_INSTALLING', true);
require "$site/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Maanzaad', 'owner', 'owner@maanzaad.example', false, '', 'bench-only');
switch_theme('twentytwentythree');
$ids = [];
foreach (['home', 'contact'] as $name) {
    $ids[$name] = wp_insert_post([
        'post_type' => 'page', 'post_status' => 'publish', 'post_name' => $name,
        'post_title' => ucfirst($name), 'post_content' => file_get_contents("$dir/$name.html"),
    ]);
}
update_option('show_on_front', 'page');
update_option('page_on_front', $ids['home']);
update_option('permalink_structure', '/%postname%/');
flush_rewrite_rules();
