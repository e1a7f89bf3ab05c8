ALTER TABLE `assignments` ADD `results_released_at` integer;--> statement-breakpoint
ALTER TABLE `tests` ADD `key_released_at` integer;--> statement-breakpoint
CREATE INDEX `attempts_running_test` ON `attempts` (`test_id`,`deadline`) WHERE submitted_at is null;