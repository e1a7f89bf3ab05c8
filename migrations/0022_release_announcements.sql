ALTER TABLE `assignments` ADD `results_announced_at` integer;--> statement-breakpoint
ALTER TABLE `assignments` ADD `key_announced_at` integer;--> statement-breakpoint
CREATE INDEX `assignments_unannounced` ON `assignments` (`results_released_at`) WHERE results_released_at is not null and results_announced_at is null;--> statement-breakpoint
ALTER TABLE `attempts` ADD `key_seen_at` integer;--> statement-breakpoint
CREATE INDEX `tests_key_released` ON `tests` (`key_released_at`) WHERE key_released_at is not null;--> statement-breakpoint
UPDATE `assignments` SET `results_announced_at` = `results_released_at` WHERE `results_released_at` <= unixepoch() * 1000;--> statement-breakpoint
UPDATE `assignments` SET `key_announced_at` = (SELECT `key_released_at` FROM `tests` WHERE `tests`.`id` = `assignments`.`test_id` AND `key_released_at` <= unixepoch() * 1000);
